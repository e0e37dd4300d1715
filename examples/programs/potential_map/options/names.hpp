// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Names of a job's choices on the command line, the default first.
#pragma once

#include <array>

#include "engine/engine.hpp"
#include "viewer/viewer.hpp"

namespace potential_map
{

/// A choice and its name on the command line.
template <class E>
struct named {
  const char* name;
  E value;
};

inline constexpr std::array interactions{
    named<interaction>{"coulomb", interaction::coulomb},
    named<interaction>{"yukawa", interaction::yukawa},
    named<interaction>{"distance-dielectric", interaction::distance_dielectric},
    named<interaction>{"gaussian", interaction::gaussian},
};
inline constexpr std::array precisions{
    named<precision>{"single", precision::single},
    named<precision>{"double", precision::twice},
};
inline constexpr std::array methods{
    named<method>{"auto", method::automatic},
    named<method>{"direct", method::direct},
    named<method>{"mesh", method::mesh},
};
inline constexpr std::array singularities{
    named<singularity>{"leave-out", singularity::leave_out},
    named<singularity>{"infinite", singularity::infinite},
    named<singularity>{"soften", singularity::softened},
};
inline constexpr std::array viewers{
    named<viewer>{"pymol", viewer::pymol},
    named<viewer>{"chimerax", viewer::chimerax},
    named<viewer>{"vmd", viewer::vmd},
};
inline constexpr std::array processors{
    named<processor>{"auto", processor::automatic},
    named<processor>{"cuda", processor::cuda},
    named<processor>{"host", processor::host},
};

}  // namespace potential_map

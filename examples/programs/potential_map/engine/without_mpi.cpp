// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine's processes in a build without MPI: this one alone.
#include <cstdlib>
#include <gridfold/core/error.hpp>

#include "engine/processes.hpp"

namespace potential_map
{

struct processes::connection {};

processes::processes() = default;
processes::processes(int& /*argc*/, char**& /*argv*/)
{
  for (const char* ranks : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const started = std::getenv(ranks);
    if (started != nullptr && std::atoi(started) > 1)
      throw gridfold::error(
          "mpirun has started several processes, but this program is built without MPI (each would compute the whole "
          "map): build it where MPI is to be had, or use --gpus");
  }
}
processes::~processes() = default;

void processes::hand_out(const job& /*what*/, processor /*on*/) const {}
std::optional<job> processes::receive(const std::function<job()>& /*read*/) const { return {}; }
void processes::agree(const std::string& /*failure*/) const {}
void processes::gather(std::byte* /*bytes*/, const std::vector<std::int64_t>& /*counts*/) const {}
void processes::gather_in_pieces(const std::byte* /*bytes*/, const std::vector<std::int64_t>& /*counts*/,
                                 const std::function<void(const std::byte*, std::size_t)>& /*take*/) const
{
}
void processes::exchange(const std::vector<gridfold::const_bytes>& /*parts*/,
                         const std::vector<std::int64_t>& /*counts*/, std::byte* /*whole*/) const
{
}
void processes::share(std::byte* /*bytes*/, std::int64_t /*count*/) const {}
unsigned long long processes::sum(unsigned long long mine) const { return mine; }

}  // namespace potential_map

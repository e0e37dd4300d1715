// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Faults of accesses outside of the memory that a kernel may access.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <gridfold/trace_cuda/old_values.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Finds the arrays that accesses mean, and adds their faults to the record.
class outside_accesses {
 public:
  explicit outside_accesses(cuda_machine& machine) : machine_(machine) {}

  void begin_launch(recorder& record, const std::string& kernel)
  {
    record_ = &record;
    kernel_ = kernel;
  }
  /// The shared array that the source names, if the address lies in another one: shared arrays are neighbours in
  /// memory.
  const device_range* other_array(access_code& code, const device_range* range, std::uint64_t address)
  {
    if (range == nullptr || range->kind != memory_kind::in_shared) return nullptr;
    if (!code.array) code.array = machine_.array_at(code.pc, code.does == access_kind::store);
    const device_range* const meant = machine_.shared_array_near(*code.array, kernel_, address);
    return meant != range ? meant : nullptr;
  }
  /// Adds the fault of an access near or in a range; nullptr if no memory is near.
  void add(const access_code& code, const device_range* of, std::uint64_t address, const thread_place& by)
  {
    const std::string name = of != nullptr    ? of->name
                             : address < 4096 ? "(a null pointer)"
                                              : "(memory that is not the device's)";
    const std::int64_t offset = static_cast<std::int64_t>(of != nullptr ? address - of->begin : address);
    record_->add_fault({fault_kind::outside, name, 1, offset / code.bytes, by.block, by.rank, fault::another,
                        machine_.place_of(code.pc, kernel_)});
  }

 private:
  cuda_machine& machine_;
  recorder* record_ = nullptr;
  std::string kernel_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing

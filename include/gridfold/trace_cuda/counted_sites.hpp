// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sites of a kernel's requests: by memory, source line, kind and bytes.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/moved.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Counts requests at their sites.
class counted_sites {
 public:
  explicit counted_sites(cuda_machine& machine) : machine_(machine) {}

  void begin_launch(recorder& record, const std::string& kernel)
  {
    record_ = &record;
    kernel_ = kernel;
  }
  /// Counts a request of `bytes` bytes per lane to a range.
  void count(const device_range& range, access_code& code, kept_request& r, int bytes, int first_thread)
  {
    if (range.kind == memory_kind::in_shared)
      for (std::uint64_t& address : r.address) address -= shared_origin_;
    access_code::counted_site& site = site_of(code, range, bytes);
    if (site.may_differ != code.may_differ) record_->add_doubts(site.number, site.may_differ = code.may_differ);
    record_->count(site.number, gridfold::core::moved(r), first_thread);
  }

 private:
  access_code::counted_site& site_of(access_code& code, const device_range& range, int bytes)
  {
    for (access_code::counted_site& site : code.sites)
      if (site.memory == range.memory && site.bytes == bytes) return site;
    return new_site(code, range, bytes);
  }
  [[gnu::cold, gnu::noinline]] access_code::counted_site& new_site(access_code& code, const device_range& range,
                                                                   int bytes)
  {
    const int number =
        record_->number_of(range.name, code.does, range.kind, bytes, machine_.place_of(code.pc, kernel_));
    return code.sites.emplace_back(access_code::counted_site{range.memory, bytes, number});
  }

  cuda_machine& machine_;
  recorder* record_ = nullptr;
  std::string kernel_;
  std::uint64_t shared_origin_ = reinterpret_cast<std::uint64_t>(&gridfold_dynamic_shared[0]) & ~std::uint64_t{127};
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/debug_forms.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace tracing = gridfold::tracing;

TEST_CASE("entries of a unit of DWARF 5 and of DWARF 4")
{
  // One entry, of a struct of 16 bytes with alignment 8, which holds a member whose type is the struct.
  const std::string kinds("\1\x13\1\x0b\x0b\x88\1\x21\x08\0\0\2\x0d\0\x49\x13\x03\x08\0\0\0", 21);
  for (const int version : {5, 4}) {
    std::string body(1, static_cast<char>(version));
    body += '\0';
    const std::string offset(4, '\0');
    body += version == 5 ? std::string("\1\x08", 2) + offset : offset + '\x08';
    const std::size_t first = 4 + body.size();
    body += std::string("\1\x10", 2) + '\2' + std::string(1, static_cast<char>(first)) + std::string(3, '\0') +
            std::string("m\0\0", 3);
    std::string info(1, static_cast<char>(body.size()));
    info += std::string(3, '\0') + body;
    const auto entries = tracing::entries_of(info, kinds, {});
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].tag == 0x13);
    CHECK(entries[0].bytes == 16);
    CHECK(entries[0].alignment == 8);
    CHECK(entries[0].offset == first);
    CHECK(entries[1].tag == tracing::tag::member);
    CHECK(entries[1].depth == 1);
    CHECK(entries[1].type == first);
  }
}

TEST_CASE("forms of every size are passed over")
{
  tracing::detail::debug_unit unit;
  for (const auto& [form, bytes] : {std::pair{0x01, 8},
                                    {0x0b, 1},
                                    {0x05, 2},
                                    {0x27, 3},
                                    {0x06, 4},
                                    {0x07, 8},
                                    {0x1e, 16},
                                    {0x0e, 4},
                                    {0x19, 0},
                                    {0x20, 8}}) {
    const std::string text(20, '\1');
    tracing::byte_reader in{text};
    unit.value(in, static_cast<std::uint64_t>(form), 0);
    CHECK(in.text.size() == text.size() - static_cast<std::size_t>(bytes));
  }
  const std::string block("\3abcx", 5);
  tracing::byte_reader in{block};
  unit.value(in, 0x0a, 0);
  CHECK(in.text == "x");
}

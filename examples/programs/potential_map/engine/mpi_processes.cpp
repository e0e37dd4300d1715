// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine's processes by MPI, which is started only if mpirun has started the program.
#include <gridfold/distributed/mpi.hpp>

#include <algorithm>
#include <cstdlib>
#include <gridfold/exec/host.hpp>
#include <type_traits>

#include "engine/processes.hpp"

namespace potential_map
{

namespace
{

bool started_by_mpirun()
{
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

/// The data about a job that other processes get before its atoms.
struct job_header {
  bool exists;
  gridfold::lattice where;
  method how;
  processor on;
  bool in_slabs;
  std::int64_t atoms;
  double rounding;
  std::optional<gridfold::period_vectors> period;
};
static_assert(std::is_trivially_copyable_v<job_header>);

/// Calls move(pointer, count) for pieces whose size an int counts.
template <class Move>
void in_pieces(std::byte* bytes, std::int64_t size, const Move& move)
{
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (std::int64_t at = 0; at < size; at += most) move(bytes + at, static_cast<int>(std::min(most, size - at)));
}

void broadcast(void* data, std::int64_t size)
{
  in_pieces(static_cast<std::byte*>(data), size,
            [](std::byte* at, int count) { MPI_Bcast(at, count, MPI_BYTE, 0, MPI_COMM_WORLD); });
}

}  // namespace

/// Results of MPI calls are not checked, because MPI's errors end all processes with its message.
struct processes::connection {
  connection(int& argc, char**& argv)
  {
    int threads = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() { MPI_Finalize(); }
};

processes::processes() = default;

processes::processes(int& argc, char**& argv)
{
  if (!started_by_mpirun()) return;
  by_ = std::make_unique<connection>(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine);
  MPI_Comm_rank(machine, &rank_of_machine_);
  MPI_Comm_size(machine, &size_of_machine_);
  // Machines are numbered by their first processes.
  const int first = rank_of_machine_ == 0 ? 1 : 0;
  MPI_Scan(&first, &machine_, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  --machine_;
  MPI_Bcast(&machine_, 1, MPI_INT, 0, machine);
  MPI_Allreduce(&first, &machines_, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm_free(&machine);
}

processes::~processes()
{
  if (size_ == 1 || rank_ != 0 || failed_) return;
  job_header none{};
  broadcast(&none, sizeof none);
}

void processes::hand_out(const job& what, processor on) const
{
  if (size_ == 1) return;
  job_header header{
      true,          what.where, what.how, on, what.in_slabs, static_cast<std::int64_t>(what.atoms.size()),
      what.rounding, what.period};
  broadcast(&header, sizeof header);
  agree("");
  auto* const atoms = const_cast<gridfold::source<double>*>(what.atoms.data());  // MPI_Bcast only reads the root's
  broadcast(atoms, header.atoms * static_cast<std::int64_t>(sizeof what.atoms[0]));
}

std::optional<job> processes::receive(const std::function<job()>& read) const
{
  job_header header{};
  broadcast(&header, sizeof header);
  if (!header.exists) return {};
  job what;
  together([&] {
    what = read();
    what.where = header.where;
    what.how = header.how;
    what.on = header.on;
    what.in_slabs = header.in_slabs;
    what.rounding = header.rounding;
    what.period = header.period;
    what.atoms.resize(static_cast<std::size_t>(header.atoms));
  });
  broadcast(what.atoms.data(), header.atoms * static_cast<std::int64_t>(sizeof what.atoms[0]));
  return what;
}

void processes::agree(const std::string& failure) const
{
  failed_ = true;
  gridfold::mpi(MPI_COMM_WORLD).agree(failure);
  failed_ = false;
}

void processes::gather(std::byte* bytes, const std::vector<std::int64_t>& counts) const
{
  if (rank_ > 0)
    return in_pieces(bytes, counts[static_cast<std::size_t>(rank_)],
                     [](std::byte* at, int count) { MPI_Send(at, count, MPI_BYTE, 0, 0, MPI_COMM_WORLD); });
  for (int from = 1; from < size_; ++from) {
    bytes += counts[static_cast<std::size_t>(from) - 1];
    in_pieces(bytes, counts[static_cast<std::size_t>(from)], [&](std::byte* at, int count) {
      MPI_Recv(at, count, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
  }
}

void processes::gather_in_pieces(const std::byte* bytes, const std::vector<std::int64_t>& counts,
                                 const std::function<void(const std::byte*, std::size_t)>& take) const
{
  constexpr std::int64_t most = std::int64_t{1} << 26;
  std::vector<std::byte> piece;
  together([&] {
    if (rank_ == 0) piece.resize(static_cast<std::size_t>(most));
  });
  for (int from = 1; from < size_; ++from) {
    const std::int64_t count = counts[static_cast<std::size_t>(from)];
    for (std::int64_t at = 0; at < count; at += most) {
      const auto size = static_cast<std::size_t>(std::min(most, count - at));
      if (rank_ == from) MPI_Send(bytes + at, static_cast<int>(size), MPI_BYTE, 0, 0, MPI_COMM_WORLD);
      if (rank_ == 0)
        MPI_Recv(piece.data(), static_cast<int>(size), MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      together([&] {
        if (rank_ == 0) take(piece.data(), size);
      });
    }
  }
}

void processes::exchange(const std::vector<gridfold::const_bytes>& parts, const std::vector<std::int64_t>& counts,
                         std::byte* whole) const
{
  gridfold::mpi(MPI_COMM_WORLD).exchange(gridfold::host{}, parts, counts, whole);
}

void processes::share(std::byte* bytes, std::int64_t count) const
{
  if (size_ > 1) broadcast(bytes, count);
}

unsigned long long processes::sum(unsigned long long mine) const
{
  if (size_ == 1) return mine;
  unsigned long long all = 0;
  MPI_Reduce(&mine, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  return all;
}

}  // namespace potential_map

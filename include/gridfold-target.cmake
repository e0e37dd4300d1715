# The target gridfold::gridfold: the headers in ${gridfold_include}, C++20, and the headers of CCCL, which nvcc has on its
# own and other compilers must be shown.
if(TARGET gridfold::gridfold)
  return()
endif()

find_path(gridfold_CCCL cuda/std/mdspan
  HINTS ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES} ENV CUDA_HOME ENV CUDA_PATH
  PATHS /usr/local/cuda
  PATH_SUFFIXES cccl include/cccl include
  DOC "Folder with the headers of CCCL")
if(NOT gridfold_CCCL)
  set(gridfold_FOUND FALSE)
  set(gridfold_NOT_FOUND_MESSAGE
    "CCCL is not found (no CUDA toolkit in the usual places): set gridfold_CCCL to the folder that has cuda/std/mdspan")
  return()
endif()

add_library(gridfold::gridfold INTERFACE IMPORTED GLOBAL)
target_compile_features(gridfold::gridfold INTERFACE cxx_std_20)
if(CMAKE_VERSION VERSION_LESS 3.26) # which does not know that nvcc knows C++20
  target_compile_options(gridfold::gridfold INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>)
else()
  target_compile_features(gridfold::gridfold INTERFACE cuda_std_20)
endif()
target_include_directories(gridfold::gridfold INTERFACE "${gridfold_include}" "${gridfold_CCCL}")

# gridfold_trace_cuda(TARGET): TARGET's C++ files are traced (gridfold/trace_cuda.hpp): the compiler reports each access of
# theirs, and the file that receives the reports is compiled with the target. Its other settings may be anything.
set(gridfold_include_of_traces "${gridfold_include}" CACHE INTERNAL "where gridfold_cuda/ is")
function(gridfold_trace_cuda target)
  set(hooks "${gridfold_include_of_traces}/gridfold_cuda/hooks.cpp")
  set(flags -fsanitize=thread -fsanitize-coverage=trace-pc -g -O1)
  set(untraced -fno-sanitize=thread -fno-sanitize-coverage=trace-pc)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Blocks in which lanes meet are reported, too.
    list(APPEND flags -fsanitize-coverage=no-prune)
    list(APPEND untraced -fno-sanitize-coverage=no-prune)
    target_compile_options(${target} PRIVATE "SHELL:-mllvm -tsan-instrument-read-before-write=1"
                           "SHELL:-mllvm -tsan-distinguish-volatile=1")
  else()
    # Blocks in the order of the source; and loads of memory where nvcc places and repeats them.
    list(APPEND flags --param=tsan-distinguish-volatile=1 -fno-reorder-blocks -fno-thread-jumps -fno-extern-tls-init
                -fcode-hoisting -fno-tree-sink -fno-tree-cselim --param=sccvn-max-alias-queries-per-access=0)
  endif()
  target_link_libraries(${target} PRIVATE gridfold::gridfold)
  target_include_directories(${target} BEFORE PRIVATE "${gridfold_include_of_traces}/gridfold_cuda")
  foreach(flag IN LISTS flags)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${flag}>")
  endforeach()
  target_sources(${target} PRIVATE "${hooks}")
  set_property(SOURCE "${hooks}" TARGET_DIRECTORY ${target} PROPERTY COMPILE_OPTIONS
    ${untraced} -O2)
endfunction()

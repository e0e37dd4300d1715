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

# gridfold as an overlay port, of the clone that this file lies in:
#   vcpkg install gridfold --overlay-ports=docs/use/packaging/vcpkg
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)
file(INSTALL "${root}/include/gridfold" "${root}/include/gridfold_cuda" DESTINATION "${CURRENT_PACKAGES_DIR}/include")

# As Meson installs them: a package that find_package(gridfold) finds.
set(version "${VERSION}")
set(include "../../include")
set(share "${CURRENT_PACKAGES_DIR}/share/gridfold")
configure_file("${root}/include/gridfold-config.cmake.in" "${share}/gridfold-config.cmake" @ONLY)
configure_file("${root}/include/gridfold-config-version.cmake.in" "${share}/gridfold-config-version.cmake" @ONLY)
file(INSTALL "${root}/include/gridfold-target.cmake" DESTINATION "${share}")
vcpkg_install_copyright(FILE_LIST "${root}/LICENSE")

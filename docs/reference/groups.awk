# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Doxygen's input filter: what a header declares in namespace gridfold is in the group of its folder (docs/reference/groups.dox).
FNR == 1 {
  group = FILENAME
  sub(/.*include\/gridfold\//, "", group)
  group = group ~ /\// ? substr(group, 1, index(group, "/") - 1) : "verbs"
}
/namespace gridfold::inline GRIDFOLD_ABI/ { sub(/::inline GRIDFOLD_ABI/, "") }
opened && $0 == "{" { $0 = "{ /** \\addtogroup " group " */ /** @{ */" }
$0 == "}  // namespace gridfold" { $0 = "/** @} */ " $0 }
{ opened = $0 == "namespace gridfold"; print }

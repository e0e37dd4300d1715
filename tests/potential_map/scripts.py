#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the scripts for VMD and ChimeraX without these programs: scripts.py PROGRAM

Tcl reads VMD's script, with a stand-in for VMD's commands; ChimeraX's is read here. Commands and their words have to be
ones that the viewers' manuals have, and files have to exist where the scripts look for them.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()

# https://www.ks.uiuc.edu/Research/vmd/current/ug/, the text commands color and mol
VMD = r"""
proc must {holds what} { if {!$holds} { error "VMD has no such command: $what" } }
proc exists {file} { if {![file exists $file]} { error "there is no $file" } }
proc color {args} {
  must [expr {$args eq {Display Background white} || $args eq {scale method RWB}}] "color $args"
}
proc mol {what args} {
  global levels loaded
  switch -- $what {
    new - addfile {
      exists [lindex $args 0]
      must [expr {[lrange $args 1 end] in {{} {waitfor all}}}] "mol $what $args"
      lappend loaded [file tail [lindex $args 0]]
    }
    delrep { must [expr {$args eq {0 top}}] "mol delrep $args" }
    addrep { must [expr {$args eq {top}}] "mol addrep $args" }
    selection { must [expr {$args eq {all}}] "mol selection $args" }
    material { must [expr {$args in {Opaque Transparent}}] "mol material $args" }
    color { must [regexp {^(ColorID \d+|Volume 0)$} $args] "mol color $args" }
    representation {
      must [regexp {^(QuickSurf|Isosurface \S+ 0 0 0 1 1)$} $args] "mol representation $args"
      if {[lindex $args 0] eq "Isosurface"} { lappend levels [expr {double([lindex $args 1])}] }
    }
    scaleminmax {
      must [regexp {^top 0 -\S+ \S+$} $args] "mol scaleminmax $args"
      must [expr {[lindex $args 2] == -[lindex $args 3]}] "mol scaleminmax $args"
    }
    default { must 0 "mol $what" }
  }
}
source [lindex $argv 0]
puts [join $loaded |]
puts $levels
"""

# https://www.cgl.ucsf.edu/chimerax/docs/user/index.html, the commands open, set, volume, surface, color and view
NUMBER = r"-?[0-9.e+-]+"
CHIMERAX = [
    r"set bgColor white",
    r'open "(?P<file>(?:[^"\\]|\\.)*)" id [12]',
    rf"volume #1 style surface level (?P<low>{NUMBER}) color #ff000080 level (?P<high>{NUMBER}) color #0000ff80",
    r"surface #2",
    rf"color electrostatic #2 map #1 palette {NUMBER},red:0,white:{NUMBER},blue",
    r"view",
]


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"failed: {command}: {done.stderr}")
    return done.stdout


def check_vmd(script, files):
    stand_in = script.with_suffix(".stand_in.tcl")
    stand_in.write_text(VMD, encoding="utf-8")
    loaded, levels = run("tclsh", stand_in, script, cwd="/").splitlines()
    if loaded.split("|") != files:
        sys.exit(f"failed: VMD loads {loaded}, not {files}")
    low, high = map(float, levels.split())
    if low != -high or high <= 0:
        sys.exit(f"failed: VMD's levels are {levels}")


def check_chimerax(script, files):
    loaded, levels = [], []
    for line in script.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        found = next((m for m in (re.fullmatch(form, line) for form in CHIMERAX) if m), None)
        if not found:
            sys.exit(f"failed: ChimeraX has no such command: {line}")
        words = found.groupdict()
        if "file" in words:
            path = script.parent / re.sub(r"\\(.)", r"\1", words["file"])
            if not path.exists():
                sys.exit(f"failed: there is no {path}")
            loaded.append(path.name)
        if "low" in words:
            levels = [float(words["low"]), float(words["high"])]
    if loaded[::-1] != files and loaded != files:
        sys.exit(f"failed: ChimeraX loads {loaded}, not {files}")
    if levels[0] != -levels[1] or levels[1] <= 0:
        sys.exit(f"failed: ChimeraX's levels are {levels}")


with tempfile.TemporaryDirectory() as made:
    folder = pathlib.Path(made) / 'a [b] $c "d"'
    (folder / "out").mkdir(parents=True)
    atoms = folder / "two atoms.pqr"
    atoms.write_text("ATOM 1 N ALA A 1 0.1 0.2 0.3 0.75 1.8\nATOM 2 C ALA A 1 2.1 0.2 0.3 -0.25 1.8\n", encoding="utf-8")
    for viewer in ("vmd", "chimerax"):
        for source in ("two atoms.pqr", "-"):
            arguments = [source, "-o", "out/the map.dx", "--shape", "9", "--spacing", "1", "--device", "host", "--quiet", "--force",
                         "--script", viewer]
            run(program, *arguments, cwd=folder, input=atoms.read_text(encoding="utf-8"))
            files = ["the map.dx"] if source == "-" else ["two atoms.pqr", "the map.dx"]
            if viewer == "chimerax":
                check_chimerax(folder / "out" / "the map.cxc", files)
            elif shutil.which("tclsh"):
                check_vmd(folder / "out" / "the map.tcl", files)
            else:
                print("VMD's script was not checked: tclsh is missing")

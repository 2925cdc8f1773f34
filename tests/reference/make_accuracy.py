#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes ACCURACY.md from the output of the reference tests: make_accuracy.py BUILD_DIR [OUTPUT]."""
import subprocess
import sys
from pathlib import Path

INTRODUCTION = """# Accuracy

What the model says beside what others measured or computed. `make_accuracy.py` writes this page from the output of the
reference tests; nothing in it is typed.
"""


def collect(build_dir):
    """Tables by title, in the order in which the tests print them."""
    tables = {}
    files = (build_dir / "tests" / "reference").glob("test_reference_*")
    programs = sorted(file for file in files if file.is_file() and not file.suffix)
    if not programs:
        sys.exit(f"{build_dir}: no reference tests are built here")
    for program in programs:
        run = subprocess.run([program], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"{program.name} fails:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
        for line in run.stdout.splitlines():
            if not line.startswith("accuracy "):
                continue
            kind, title, *cells = [part.strip() for part in line.removeprefix("accuracy ").split(" | ")]
            table = tables.setdefault(title, {"columns": [], "row": [], "note": []})
            if kind == "columns":
                table["columns"] = cells
            elif cells not in table[kind]:
                table[kind].append(cells)
    return tables


def markdown(tables):
    parts = [INTRODUCTION]
    for title, table in tables.items():
        lines = [f"## {title}", ""]
        lines.append("| " + " | ".join(table["columns"]) + " |")
        lines.append("|---" * len(table["columns"]) + "|")
        lines += ["| " + " | ".join(cells) + " |" for cells in table["row"]]
        notes = [" ".join(cells) for cells in table["note"]]
        parts.append("\n".join(lines) + "\n" + "".join(f"\n{note}\n" for note in notes))
    return "\n".join(parts)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    output = Path(sys.argv[2]) if len(sys.argv) == 3 else Path(__file__).with_name("ACCURACY.md")
    tables = collect(Path(sys.argv[1]))
    output.write_text(markdown(tables), encoding="utf-8")
    print(f"{output}: {len(tables)} tables")


if __name__ == "__main__":
    main()

"""Runs makers of documents. One that fails is reported, and the others go on."""

import os
import subprocess
import sys
import traceback

OUT, FONT = sys.argv[1], sys.argv[2]
TMP = os.path.join(OUT, "tmp")
TEXT = "Sphinx of black quartz, judge my vow. 0123456789 fi fl ÄÖÜ äöü ß é"
MAKERS = []


def document(name):
    """Makes a function one that writes the PDF of this name, whose path it is given."""

    def register(make):
        MAKERS.append((name, make))
        return make

    return register


def run(*command, **options):
    subprocess.run([str(each) for each in command], check=True, capture_output=True, timeout=240, **options)


def temporary(name, content=None):
    path = os.path.join(TMP, name)
    if content is not None:
        with open(path, "wb" if isinstance(content, bytes) else "w") as file:
            file.write(content)
    return path


def main():
    os.makedirs(TMP, exist_ok=True)
    for name, make in MAKERS:
        path = os.path.join(OUT, f"{name}.pdf")
        if os.path.exists(path):
            continue
        try:
            make(path)
        except BaseException as error:
            if os.path.exists(path):
                os.remove(path)
            print(f"{name}: {type(error).__name__}: {str(error)[:300]}", file=sys.stderr)
            if os.environ.get("PRODUCERS_DEBUG"):
                traceback.print_exc()

"""Reads the form fields of PDFs as pypdf, qpdf (pikepdf) and MuPDF do, and whether qpdf finds a fault.

Each line of the input is the path of a PDF; the answer is a line with the values by the names of the fields for each program, the
`faults` that qpdf finds, and the `scripts`: keys of objects that would run something.
"""

import json
import logging
import sys

import pikepdf
import pymupdf
import pypdf

logging.disable(logging.CRITICAL)
pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def plain(value):
    if value is None:
        return None
    if isinstance(value, (list, pikepdf.Array)):
        return [plain(each) for each in value]
    return str(value).removeprefix("/") if isinstance(value, (pikepdf.Name, pypdf.generic.NameObject)) else str(value)


def by_qpdf(document):
    found = {}
    # Field, its whole name, and the value that it inherits.
    open_fields = [(field, [], None) for field in document.Root.AcroForm.Fields]
    while open_fields:
        field, names, value = open_fields.pop()
        names = [*names, str(field.T)] if "/T" in field else names
        value = field.get("/V", value)
        kids = list(field.get("/Kids", []))
        named = [kid for kid in kids if "/T" in kid]
        open_fields.extend((kid, names, value) for kid in named)
        if not named:
            found[".".join(names)] = plain(value)
    return found


def by_pypdf(path):
    fields = pypdf.PdfReader(path).get_fields() or {}
    return {name: plain(field.get("/V")) for name, field in fields.items() if "/FT" in field}


def by_mupdf(path):
    with pymupdf.open(path) as document:
        found = {}
        for page in document:
            for widget in page.widgets():
                # It has nothing for several options, and a value for each button of a group.
                if widget.field_type == pymupdf.PDF_WIDGET_TYPE_LISTBOX:
                    continue
                if found.get(widget.field_name) in (None, "Off"):
                    found[widget.field_name] = plain(widget.field_value)
        return found


def scripts(document):
    keys = {"/JS", "/JavaScript", "/AA", "/OpenAction", "/XFA"}
    dicts = [each for each in document.objects if isinstance(each, (pikepdf.Dictionary, pikepdf.Stream))]
    return sorted({key for each in dicts for key in each.keys() if key in keys})


for line in sys.stdin:
    path = line.rstrip("\n")
    with pikepdf.open(path) as document:
        answer = {
            "faults": [str(each) for each in document.check_pdf_syntax()],
            "scripts": scripts(document),
            "values": {"qpdf": by_qpdf(document), "pypdf": by_pypdf(path), "MuPDF": by_mupdf(path)},
        }
    print(json.dumps(answer), flush=True)

"""Reads PDFs, one a line of the input, as pypdf, qpdf (pikepdf) and MuPDF do, and writes a line of JSON about each."""

import hashlib
import io
import json
import logging
import sys

import pikepdf
import pymupdf
import pypdf

logging.disable(logging.CRITICAL)
pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def mupdf(data):
    with pymupdf.open(stream=data, filetype="pdf") as document:
        pages = list(document)
        return {
            "text": [" ".join(page.get_text().split()) for page in pages],
            "pixels": [digest(page.get_pixmap(dpi=36).samples) for page in pages],
        }


def by_pypdf(data):
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    return {
        "text": [" ".join(page.extract_text().split()) for page in pages],
        "content": [digest(page.get_contents().get_data() if page.get_contents() else b"") for page in pages],
        "boxes": [[float(each) for each in page.mediabox] for page in pages],
    }


def qpdf(data):
    with pikepdf.open(io.BytesIO(data)) as document:
        pages = list(document.pages)
        contents = []
        for page in pages:
            page.contents_coalesce()
            contents.append(digest(page.Contents.read_bytes() if "/Contents" in page else b""))
        return {"content": contents, "boxes": [[float(each) for each in page.mediabox] for page in pages]}


for line in sys.stdin:
    with open(line.strip(), "rb") as file:
        data = file.read()
    found = {}
    for name, read in (("MuPDF", mupdf), ("pypdf", by_pypdf), ("qpdf", qpdf)):
        try:
            found[name] = read(data)
        except Exception:
            found[name] = None
    print(json.dumps(found), flush=True)

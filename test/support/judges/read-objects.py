"""Reads objects of PDFs as pypdf, qpdf (pikepdf) and MuPDF do.

Each line of the input is `{"file": path, "refs": [[number, generation], ...]}`; the answer is a line with a list for each
program, null if it does not open the file: `{"syntax": text}` of each object, with the `data` of a stream as a hash.
"""

import hashlib
import io
import json
import logging
import sys

import pikepdf
import pymupdf
import pypdf
from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

logging.disable(logging.CRITICAL)
pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def by_mupdf(data, refs):
    with pymupdf.open(stream=data, filetype="pdf") as document:
        for number, _ in refs:
            # Programs that write files ask for free objects as well, which are null.
            found = {"syntax": document.xref_object(number, compressed=True)}
            if document.xref_is_stream(number):
                found["data"] = digest(document.xref_stream(number))
            yield found


def by_pypdf(data, refs):
    reader = pypdf.PdfReader(io.BytesIO(data))
    for number, generation in refs:
        value = reader.get_object(IndirectObject(number, generation, reader))
        out = io.BytesIO()
        found = {}
        if isinstance(value, StreamObject):
            found["data"] = digest(value.get_data())
            DictionaryObject(value).write_to_stream(out)
        elif value is None:
            out.write(b"null")
        else:
            value.write_to_stream(out)
        yield {"syntax": out.getvalue().decode("latin-1"), **found}


def by_qpdf(data, refs):
    with pikepdf.open(io.BytesIO(data), inherit_page_attributes=False) as document:
        for number, generation in refs:
            value = document.get_object(number, generation)
            if isinstance(value, pikepdf.Stream):
                syntax = value.stream_dict.unparse(resolved=True)
                yield {"syntax": syntax.decode("latin-1"), "data": digest(value.read_bytes())}
            else:
                syntax = pikepdf.unparse(value) if not isinstance(value, pikepdf.Object) else value.unparse(resolved=True)
                yield {"syntax": syntax.decode("latin-1")}


for line in sys.stdin:
    asked = json.loads(line)
    with open(asked["file"], "rb") as file:
        data = file.read()
    answer = {}
    for name, read in (("MuPDF", by_mupdf), ("pypdf", by_pypdf), ("qpdf", by_qpdf)):
        try:
            answer[name] = list(read(data, asked["refs"]))
        except Exception:
            answer[name] = None
    print(json.dumps(answer), flush=True)

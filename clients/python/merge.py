"""Fills a template, given by its name, and merges two documents of it into merged.pdf.

With the client that `openapi-generator` makes for Python: see the README above this folder.
"""

import base64
import json
import os
import sys

import pdfapi

name = sys.argv[1]
configuration = pdfapi.Configuration(
    host=os.environ["PDFAPI_URL"], access_token=os.environ["PDFAPI_TOKEN"]
)
with pdfapi.ApiClient(configuration) as client:
    api = pdfapi.TemplatesApi(client)
    try:
        # In a path, the name is text.
        one = api.generate(name, pdfapi.GenerateRequest(data={"number": "2026-104"}))
        # In a body, an id or a name is a TemplateId.
        documents = [
            pdfapi.MergeItem(id=pdfapi.TemplateId(name), data={"number": number})
            for number in ("2026-105", "2026-106")
        ]
        merged = api.merge(pdfapi.MergeRequest(templates=documents))
    except pdfapi.ApiException as error:
        body = json.loads(error.body)
        sys.exit(f"{body['message']} {body.get('hint', '')} {body.get('errors', '')}")

for filename, result in (("invoice.pdf", one), ("merged.pdf", merged)):
    with open(filename, "wb") as file:
        file.write(base64.b64decode(result.actual_instance.pdf))

"""Lists the templates of the team, and prints a page of HTML into invoice.pdf.

With the client that `openapi-generator` makes for Python: see the README above this folder.
"""

import base64
import json
import os
import sys

import pdfapi

configuration = pdfapi.Configuration(
    host=os.environ["PDFAPI_URL"], access_token=os.environ["PDFAPI_TOKEN"]
)
with pdfapi.ApiClient(configuration) as client:
    try:
        for template in pdfapi.TemplatesApi(client).list_templates().data:
            print(template.id, template.name)

        request = pdfapi.HtmlToPdfRequest(
            html="<h1>Invoice {{ number }}</h1>", data={"number": "2026-104"}
        )
        # The same key gets the same PDF and is charged once, also if the connection breaks.
        result = pdfapi.HTMLApi(client).html_to_pdf(
            request, idempotency_key="python-invoice-2026-104"
        )
    except pdfapi.ApiException as error:
        body = json.loads(error.body)
        sys.exit(f"{body['message']} {body.get('errors', '')}")

with open("invoice.pdf", "wb") as file:
    file.write(base64.b64decode(result.actual_instance.pdf))

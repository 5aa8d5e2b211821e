"""What programs for Gotenberg do, with gotenberg-client: see the README two folders above."""

import json
import os
from pathlib import Path

from gotenberg_client import GotenbergClient, HttpStatusError
from gotenberg_client.options import (
    Measurement,
    MeasurementUnitType,
    PageSize,
    WatermarkStampOptions,
    WatermarkStampSource,
)

made = Path("made")
made.mkdir(exist_ok=True)
html = '<link rel="stylesheet" href="style.css"><h1>Invoice 2026-104</h1>'
css = '@media (prefers-color-scheme: dark) { h1::after { content: " at night" } }'
mm = MeasurementUnitType.Millimeters

with GotenbergClient(os.environ["GOTENBERG_URL"]) as client:
    with client.chromium.html_to_pdf() as route:
        route.string_index(html).string_resource(css, "style.css", "text/css")
        route.size(PageSize(Measurement(210, mm), Measurement(297, mm)))
        dark = {"name": "prefers-color-scheme", "value": "dark"}
        route.emulated_media_features([dark])
        route.metadata(title="Invoice 2026-104").run().to_file(made / "invoice.pdf")

    with client.chromium.url_to_pdf() as route:
        route.url(os.environ["PAGE_URL"]).run().to_file(made / "page.pdf")

    Path("notes.md").write_text("# Notes\n\n- **one**\n")
    with client.chromium.markdown_to_pdf() as route:
        route.string_index('<body>{{ toHTML "notes.md" }}</body>')
        route.markdown_file(Path("notes.md")).run().to_file(made / "notes.pdf")

    with client.chromium.screenshot_html() as route:
        route.string_index(html).string_resource(css, "style.css", "text/css")
        route.width(400).height(300).clip_to_dimensions().output_format("png").run().to_file(
            made / "screen.png"
        )

    with client.merge.merge() as route:
        names = ["page.pdf", "invoice.pdf", "notes.pdf"]
        route.merge([made / name for name in names]).run().to_file(made / "merged.pdf")

    with client.split.split() as route:
        route.split(made / "merged.pdf").split_mode("pages").split_span("1-2")
        route.run().to_file(made / "parts.zip")

    with client.stamp.stamp() as route:
        route.add_file(made / "page.pdf").stamp_source(WatermarkStampSource.Text)
        route.stamp_expression("PAID")
        route.stamp_options(WatermarkStampOptions(opacity=0.5, rotation=0))
        route.run().to_file(made / "stamped.pdf")

    with client.metadata.write() as route:
        route.write(made / "merged.pdf").metadata(author="Ada Lovelace")
        route.run().to_file(made / "described.pdf")
    with client.metadata.read() as route:
        metadata = route.read(made / "described.pdf").run()["described.pdf"]
        (made / "metadata.json").write_text(json.dumps(metadata))

    try:
        with client.chromium.html_to_pdf() as route:
            route.string_index(html).page_ranges("x").run()
    except HttpStatusError as error:
        (made / "error.txt").write_bytes(error.response.content)

# The answer is empty: the file is sent to the webhook.
with GotenbergClient(os.environ["GOTENBERG_URL"]) as client:
    client.add_webhook_url(os.environ["WEBHOOK_URL"])
    client.add_error_webhook_url(os.environ["WEBHOOK_URL"])
    client.set_webhook_http_method("PUT")
    client.set_webhook_extra_headers({"X-Order": "104"})
    with client.chromium.html_to_pdf() as route:
        route.string_index(html).output_filename("later").run()

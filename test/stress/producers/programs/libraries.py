"""Documents by libraries of Python."""

import io

import documents
import pictures
from documents import FONT, TEXT, document, temporary


def canvas_of(path, **options):
    from reportlab.lib.pagesizes import A5
    from reportlab.pdfgen.canvas import Canvas

    return Canvas(path, pagesize=A5, **options)


@document("reportlab-standard-fonts")
def _(path):
    canvas = canvas_of(path)
    names = ["Helvetica", "Helvetica-BoldOblique", "Times-Roman", "Times-BoldItalic", "Courier", "Courier-Bold"]
    for index, name in enumerate(names):
        canvas.setFont(name, 14)
        canvas.drawString(30, 540 - 40 * index, TEXT[:45])
    canvas.save()


@document("reportlab-truetype")
def _(path):
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    pdfmetrics.registerFont(TTFont("Own", FONT))
    canvas = canvas_of(path, pageCompression=0)
    for size in (6, 9, 12, 18, 30):
        canvas.setFont("Own", size)
        canvas.drawString(30, 560 - 12 * size, TEXT)
    canvas.save()


@document("reportlab-shadings")
def _(path):
    from reportlab.lib.colors import blue, red, yellow

    canvas = canvas_of(path)
    canvas.linearGradient(30, 30, 300, 200, (red, yellow, blue), (0, 0.4, 1), extend=False)
    canvas.radialGradient(200, 430, 120, (yellow, red), extend=False)
    canvas.save()


@document("reportlab-transparency")
def _(path):
    canvas = canvas_of(path)
    for index, (red, green, blue) in enumerate([(1, 0, 0), (0, 0.6, 0), (0, 0, 1)]):
        canvas.setFillColorRGB(red, green, blue, alpha=0.5)
        canvas.circle(150 + 60 * index, 300 + 50 * (index % 2), 90, stroke=0, fill=1)
    canvas.drawImage(pictures.transparent_png(), 30, 30, 300, 200, mask="auto")
    canvas.save()


@document("reportlab-pictures-rotated")
def _(path):
    canvas = canvas_of(path)
    canvas.setPageRotation(90)
    canvas.drawImage(pictures.jpeg(), 30, 330, 240, 160)
    canvas.translate(150, 100)
    canvas.rotate(30)
    canvas.drawImage(pictures.png(), 0, 0, 180, 120)
    canvas.save()


@document("reportlab-form")
def _(path):
    canvas = canvas_of(path)
    form = canvas.acroForm
    form.textfield(name="name", value="Ada Lovelace", x=30, y=500, width=250, height=24, borderWidth=1)
    form.checkbox(name="yes", checked=True, x=30, y=450, buttonStyle="check")
    form.radio(name="kind", value="a", selected=True, x=30, y=400)
    form.radio(name="kind", value="b", selected=False, x=60, y=400)
    form.choice(name="colour", value="red", options=["red", "green"], x=30, y=350, width=120, height=24)
    canvas.showPage()
    canvas.save()


@document("reportlab-encrypted")
def _(path):
    canvas = canvas_of(path, encrypt=__import__("reportlab.lib.pdfencrypt").lib.pdfencrypt.StandardEncryption(
        "", ownerPassword="owner", canPrint=0, strength=128))
    canvas.setFont("Helvetica", 20)
    canvas.drawString(30, 500, "No password to open it")
    canvas.save()


@document("reportlab-table-dashes")
def _(path):
    from reportlab.lib import colors
    from reportlab.platypus import SimpleDocTemplate, Table

    rows = [[f"{x}.{y}" for x in range(8)] for y in range(30)]
    style = [("GRID", (0, 0), (-1, -1), 0.25, colors.black), ("BACKGROUND", (0, 0), (-1, 0), colors.lightblue)]
    SimpleDocTemplate(path).build([Table(rows, style=style)])


def fpdf():
    from fpdf import FPDF

    pdf = FPDF(format="A5")
    pdf.add_font("Own", "", FONT)
    pdf.add_page()
    pdf.set_font("Own", size=12)
    return pdf


@document("fpdf2-text")
def _(path):
    pdf = fpdf()
    pdf.multi_cell(0, 8, "\n".join([TEXT] * 8), align="J", border=1)
    pdf.output(path)


@document("fpdf2-blend-modes")
def _(path):
    pdf = fpdf()
    pdf.image(pictures.jpeg(), 10, 10, 120)
    for index, mode in enumerate(["Multiply", "Screen", "Overlay", "Difference", "Darken", "Luminosity"]):
        with pdf.local_context(blend_mode=mode, fill_opacity=0.8):
            pdf.set_fill_color(240, 130, 30)
            pdf.rect(12 + 20 * index, 5, 17, 95, style="F")
    pdf.output(path)


@document("fpdf2-svg-gradient")
def _(path):
    pdf = fpdf()
    pdf.image(io.BytesIO(SVG.encode()), 10, 10, 100)
    pdf.output(path)


@document("fpdf2-links-highlight")
def _(path):
    pdf = fpdf()
    with pdf.highlight("A remark", title="Ada", color=(1, 0.9, 0.2)):
        pdf.cell(0, 10, "Highlighted words")
    pdf.ln(20)
    pdf.cell(0, 10, "A link", link="https://example.test/")
    pdf.output(path)


@document("fpdf2-encrypted-aes")
def _(path):
    pdf = fpdf()
    pdf.set_encryption(owner_password="owner", encryption_method="AES-256")
    pdf.cell(0, 10, TEXT[:40])
    pdf.output(path)


SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="300" viewBox="0 0 300 300">
<defs><linearGradient id="a"><stop offset="0" stop-color="#d33"/><stop offset="1" stop-color="#36c"/></linearGradient>
<radialGradient id="b"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#282"/></radialGradient></defs>
<rect width="280" height="90" x="10" y="10" rx="20" fill="url(#a)"/><circle cx="90" cy="200" r="80" fill="url(#b)"/>
<path d="M180 120 L290 290 L180 290 Z" fill="#fa0" fill-opacity=".6" stroke="#000" stroke-width="4" stroke-dasharray="12 6"/>
<text x="20" y="65" font-size="28" font-family="Helvetica">Gradients</text></svg>"""

SVG_FILTERS = """<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="0 0 300 300">
<defs><pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="#36c"/><circle cx="15" cy="15" r="4" fill="#d33"/></pattern>
<clipPath id="c"><circle cx="80" cy="220" r="60"/></clipPath><mask id="m"><rect width="300" height="300" fill="#888"/><rect x="200" y="150" width="60" height="140" fill="#fff"/></mask></defs>
<rect width="280" height="120" x="10" y="10" fill="url(#p)"/><rect x="10" y="150" width="140" height="140" fill="#282" clip-path="url(#c)"/>
<rect x="160" y="150" width="130" height="140" fill="#a2a" mask="url(#m)"/></svg>"""

HTML = f"""<!doctype html><html lang="en"><title>A page</title><style>
@font-face {{ font-family: Own; src: url('file://{FONT}') }} @page {{ size: A5; margin: 1.5cm }}
body {{ font: 11pt Own }} table {{ border-collapse: collapse }} td {{ border: 1px solid #36c; padding: 4px 9px }}
.box {{ background: linear-gradient(45deg, #fc0, #c06); border-radius: 12px; padding: 20px; opacity: .7 }}</style>
<h1>A page</h1><p>{TEXT * 3}</p><table>{"<tr><td>1<td>two<td>3.00" * 4}</table><div class="box">A box</div>
<ul><li>one<li>two</ul></html>"""


@document("weasyprint-page")
def _(path):
    from weasyprint import HTML as Page

    Page(string=HTML).write_pdf(path)


@document("weasyprint-columns-pictures")
def _(path):
    from weasyprint import HTML as Page

    Page(
        string=f"<style>@page {{ size: A5 }} div {{ columns: 2 }} img {{ width: 100%; transform: rotate(8deg) }}</style>"
        f"<div>{TEXT * 6}<img src='file://{pictures.transparent_png()}'>{TEXT * 6}<img src='file://{pictures.jpeg()}'></div>"
    ).write_pdf(path)


@document("weasyprint-svg")
def _(path):
    from weasyprint import HTML as Page

    Page(string=f"<style>@page {{ size: A5 }}</style>{SVG}{SVG_FILTERS}").write_pdf(path)


@document("xhtml2pdf-page")
def _(path):
    from xhtml2pdf import pisa

    with open(path, "wb") as file:
        pisa.CreatePDF(f"<h1>A page</h1><p>{TEXT * 3}</p><table border='1'>{'<tr><td>1</td><td>two</td></tr>' * 5}</table>", file)


@document("borb-page")
def _(path):
    import borb.pdf as borb

    pdf = borb.Document()
    page = borb.Page()
    pdf.append_page(page)
    layout = borb.SingleColumnLayout(page)
    layout.append_layout_element(borb.Paragraph(TEXT[:60], font_size=18))
    layout.append_layout_element(borb.Paragraph(TEXT[:60] * 4))
    borb.PDF.write(what=pdf, where_to=path)


def fitz_page(rotation=0):
    import pymupdf

    pdf = pymupdf.open()
    page = pdf.new_page(width=420, height=595)
    page.set_rotation(rotation)
    return pdf, page


@document("pymupdf-cjk")
def _(path):
    pdf, page = fitz_page()
    import pymupdf

    writer = pymupdf.TextWriter(page.rect)
    for index, text in enumerate(["請求書 発行日", "发票号码 总计", "청구서 합계", "見積書 株式会社"]):
        writer.append((40, 80 + 50 * index), text, font=pymupdf.Font("cjk"), fontsize=28)
    writer.write_text(page)
    pdf.save(path, deflate=True)


@document("pymupdf-annotations")
def _(path):
    pdf, page = fitz_page()
    page.add_rect_annot((40, 40, 200, 120)).update(fill_color=(1, 0.9, 0.6))
    page.add_circle_annot((220, 40, 380, 160)).update(fill_color=(0.7, 0.9, 1))
    page.add_line_annot((40, 200), (380, 260)).update()
    page.add_polygon_annot([(60, 300), (200, 290), (150, 400)]).update(fill_color=(0.8, 1, 0.8))
    page.add_ink_annot([[(250, 300), (280, 330), (300, 310), (350, 390)]]).update()
    page.add_freetext_annot((40, 430, 380, 480), "Free text", fontsize=18).update()
    page.add_stamp_annot((40, 500, 200, 560), stamp=0).update()
    pdf.save(path)


@document("pymupdf-rotated-crop-box")
def _(path):
    pdf, page = fitz_page()
    page.insert_textbox((40, 40, 380, 560), (TEXT + "\n") * 12, fontsize=14)
    page.draw_rect((60, 60, 360, 500), color=(1, 0, 0), width=4)
    page.set_cropbox((60, 60, 360, 400))
    page.set_rotation(270)
    pdf.save(path)


@document("pymupdf-html-object-streams")
def _(path):
    pdf, page = fitz_page()
    page.insert_htmlbox((30, 30, 390, 560), f"<h1>Boxes</h1><p><b>Bold</b> <i>italic</i> {TEXT * 4}</p>")
    pdf.save(path, garbage=4, deflate=True, use_objstms=1)


@document("pymupdf-layers")
def _(path):
    pdf, page = fitz_page()
    hidden, shown = pdf.add_ocg("hidden", on=False), pdf.add_ocg("shown", on=True)
    page.insert_image((30, 30, 390, 270), filename=pictures.jpeg(), oc=shown)
    page.insert_image((30, 300, 390, 540), filename=pictures.png(), oc=hidden)
    pdf.save(path)


@document("pymupdf-incremental")
def _(path):
    import pymupdf

    pdf, page = fitz_page()
    page.insert_text((40, 100), "The first version", fontsize=24)
    pdf.save(path)
    for index in range(3):
        again = pymupdf.open(path)
        again[0].insert_text((40, 150 + 40 * index), f"An update, number {index + 1}", fontsize=20, color=(0.7, 0, 0))
        again.saveIncr()
        again.close()


@document("pymupdf-widgets")
def _(path):
    import pymupdf

    pdf, page = fitz_page()
    for index, (kind, value) in enumerate([("TEXT", "Ada"), ("CHECKBOX", True), ("COMBOBOX", "red"), ("LISTBOX", "red")]):
        widget = pymupdf.Widget()
        widget.field_type = getattr(pymupdf, f"PDF_WIDGET_TYPE_{kind}")
        widget.field_name, widget.rect = kind, pymupdf.Rect(40, 40 + 90 * index, 240, 100 + 90 * index)
        if kind in ("COMBOBOX", "LISTBOX"):
            widget.choice_values = ["red", "green", "blue"]
        widget.border_color, widget.border_width, widget.field_value = (0, 0, 1), 1, value
        page.add_widget(widget)
    pdf.save(path)


def figure():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


for kind in (3, 42):

    @document(f"matplotlib-chart-type{kind}")
    def _(path, kind=kind):
        plot = figure()
        with plot.rc_context({"pdf.fonttype": kind}):
            drawn, (left, right) = plot.subplots(1, 2, figsize=(7, 4))
            left.plot([1, 4, 2, 8, 5], "o-", label="$x^2 + \\alpha$")
            left.legend()
            right.bar(range(5), [3, 1, 4, 1, 5], color="tab:orange", alpha=0.6, hatch="//")
            drawn.savefig(path)
            plot.close(drawn)


@document("matplotlib-heat-map")
def _(path):
    import numpy

    plot = figure()
    drawn, (left, right) = plot.subplots(1, 2, figsize=(7, 4))
    x = numpy.linspace(-3, 3, 40)
    left.imshow(numpy.sin(x[:, None]) * numpy.cos(x), interpolation="nearest")
    right.tripcolor(numpy.array([0, 1, 0, 1]), numpy.array([0, 0, 1, 1]), numpy.array([0, 1, 2, 3.0]), shading="gouraud")
    drawn.savefig(path)
    plot.close(drawn)


def cairo_page(path, draw):
    import cairocffi

    surface = cairocffi.PDFSurface(path, 420, 595)
    context = cairocffi.Context(surface)
    draw(cairocffi, context)
    surface.finish()


@document("cairo-mesh-gradient")
def _(path):
    def draw(cairo, context):
        gradient = cairo.LinearGradient(0, 0, 420, 300)
        for at, colour in ((0, (1, 0, 0, 1)), (0.5, (1, 1, 0, 0.3)), (1, (0, 0, 1, 1))):
            gradient.add_color_stop_rgba(at, *colour)
        context.set_source(gradient)
        context.rectangle(20, 20, 380, 250)
        context.fill()
        radial = cairo.RadialGradient(200, 430, 10, 230, 430, 130)
        radial.add_color_stop_rgb(0, 1, 1, 1)
        radial.add_color_stop_rgb(1, 0.1, 0.4, 0.2)
        context.set_source(radial)
        context.arc(210, 430, 120, 0, 6.283)
        context.fill()

    cairo_page(path, draw)


@document("cairo-operators-groups")
def _(path):
    def draw(cairo, context):
        for index, name in enumerate(["MULTIPLY", "SCREEN", "COLOR_DODGE", "HARD_LIGHT", "EXCLUSION", "HSL_HUE"]):
            x, y = 30 + 190 * (index % 2), 30 + 180 * (index // 2)
            context.set_source_rgb(0.9, 0.5, 0.1)
            context.set_operator(cairo.OPERATOR_OVER)
            context.rectangle(x, y, 100, 100)
            context.fill()
            context.push_group()
            context.set_operator(getattr(cairo, f"OPERATOR_{name}"))
            context.set_source_rgb(0.2, 0.4, 0.9)
            context.rectangle(x + 40, y + 40, 100, 100)
            context.fill()
            context.pop_group_to_source()
            context.paint_with_alpha(0.8)

    cairo_page(path, draw)


@document("cairo-text-dashes")
def _(path):
    def draw(cairo, context):
        context.select_font_face("DejaVu Sans")
        context.set_font_size(20)
        for index in range(6):
            context.move_to(30, 60 + 40 * index)
            context.show_text(TEXT[:30])
        context.set_dash([12, 4, 2, 4])
        for width in (0.2, 1, 3, 9):
            context.set_line_width(width)
            context.move_to(30, 320 + 20 * width)
            context.curve_to(150, 250, 250, 550, 390, 330 + 20 * width)
            context.stroke()

    cairo_page(path, draw)


TYPST = """#set page(width: 148mm, height: 210mm)
= A title
#lorem(60)
$ sum_(k=1)^n k = (n(n+1)) / 2, quad integral_0^oo e^(-x^2) dif x = sqrt(pi)/2 $
#table(columns: 3, fill: (x, y) => if y == 0 { aqua }, [*a*], [*b*], [*c*], [1], [2], [3])
#rect(width: 100%, height: 3cm, fill: gradient.linear(..color.map.rainbow))
#circle(radius: 1.5cm, fill: gradient.radial(yellow, red))
"""


@document("typst-page")
def _(path):
    import typst

    typst.compile(temporary("page.typ", TYPST), output=path)


@document("typst-tiling-transparency")
def _(path):
    import typst

    source = """#set page(width: 148mm, height: 148mm)
#let dots = tiling(size: (18pt, 18pt))[#place(circle(radius: 6pt, fill: blue.transparentize(40%)))]
#rect(width: 10cm, height: 5cm, fill: dots, stroke: 2pt)
#place(dx: 2cm, dy: -3cm, rotate(20deg, rect(width: 5cm, height: 4cm, fill: red.transparentize(60%))))
#rect(width: 10cm, height: 3cm, fill: gradient.conic(..color.map.viridis))"""
    typst.compile(temporary("tiling.typ", source), output=path)


@document("typst-pdfa")
def _(path):
    import typst

    typst.compile(temporary("page.typ", TYPST), output=path, pdf_standards=["a-2b"])


@document("img2pdf-jpeg")
def _(path):
    _img2pdf(path, pictures.jpeg())


@document("img2pdf-jpeg2000")
def _(path):
    _img2pdf(path, pictures.jpeg2000())


@document("img2pdf-fax")
def _(path):
    _img2pdf(path, pictures.fax())


@document("img2pdf-palette")
def _(path):
    _img2pdf(path, pictures.palette_png())


@document("img2pdf-16-bit")
def _(path):
    _img2pdf(path, pictures.deep_png())


def _img2pdf(path, picture):
    import img2pdf

    with open(path, "wb") as file:
        file.write(img2pdf.convert(picture, layout_fun=img2pdf.get_fixed_dpi_layout_fun((72, 72))))


@document("pillow-pages")
def _(path):
    pictures.colours().save(path, save_all=True, append_images=[pictures.colours().convert("L"), pictures.lines()])


@document("pypdfium2-shapes")
def _(path):
    import pypdfium2

    pdf = pypdfium2.PdfDocument.new()
    page = pdf.new_page(420, 595)
    image = pypdfium2.PdfImage.new(pdf)
    image.load_jpeg(pictures.jpeg())
    image.set_matrix(pypdfium2.PdfMatrix().scale(300, 200).rotate(20).translate(60, 200))
    page.insert_obj(image)
    page.gen_content()
    pdf.save(path)


if __name__ == "__main__":
    documents.main()

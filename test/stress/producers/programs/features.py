"""Documents by pikepdf (qpdf), written operator by operator: what no library writes by itself."""

import math
import struct
import zlib

import documents
import pictures
from documents import document


def page_of(path, content, resources="", entries="", streams=(), size=(420, 595), **save):
    """`streams` are pairs of a dictionary and data; `{0}`, `{1}` in `resources` refer to them."""
    import pikepdf

    pdf = pikepdf.new()
    made = []
    for dictionary, data in streams:
        filled = dictionary.format(*[f"{each.objgen[0]} 0 R" for each in made])
        entry = pikepdf.Stream(pdf, data)
        stream = pdf.make_indirect(entry)
        for key, value in parse(pdf, filled).items():
            stream[key] = value
        made.append(stream)
    names = [f"{each.objgen[0]} 0 R" for each in made]
    page = parse(pdf, f"<</Type/Page/MediaBox[0 0 {size[0]} {size[1]}]/Resources<<{resources.format(*names)}>>{entries.format(*names)}>>")
    page.Contents = pdf.make_stream(content if isinstance(content, bytes) else content.encode())
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    pdf.save(path, **save)


def parse(pdf, text):
    """References are resolved, which pikepdf does not do by itself."""
    import re

    import pikepdf

    marked = re.sub(r"(\d+) 0 R", r"(reference \1)", text)

    def resolve(value):
        if isinstance(value, pikepdf.String) and str(value).startswith("reference "):
            return pdf.get_object((int(str(value)[10:]), 0))
        if isinstance(value, pikepdf.Dictionary):
            for key in list(value.keys()):
                value[key] = resolve(value[key])
        elif isinstance(value, pikepdf.Array):
            for index in range(len(value)):
                value[index] = resolve(value[index])
        return value

    return resolve(pikepdf.Object.parse(marked.encode()))


def image(width, height, space, bits, data, more=""):
    return (f"<</Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace{space}/BitsPerComponent {bits}{more}>>".replace("{", "{{").replace("}", "}}"), data)


def rows(width, height, value):
    return bytes(each for y in range(height) for x in range(width) for each in value(x / (width - 1), y / (height - 1)))


@document("pikepdf-jbig2")
def _(path):
    picture = pictures.lines()
    data = pictures.fax_data(picture)
    width, height = picture.size
    # ITU-T T.88: the information of the page, and a region coded with MMR, which is that of Group 4.
    page = struct.pack(">IIIIBH", width, height, 0, 0, 0, 0)
    region = struct.pack(">IIIIBB", width, height, 0, 0, 0, 1) + data
    segments = struct.pack(">IBBBI", 0, 48, 0, 1, len(page)) + page + struct.pack(">IBBBI", 1, 38, 0, 1, len(region)) + region
    page_of(path, "q 400 0 0 300 10 200 cm /I Do Q", "/XObject<</I {0}>>",
            streams=[image(width, height, "/DeviceGray", 1, segments, "/Filter/JBIG2Decode")])


@document("pikepdf-fax-parameters")
def _(path):
    picture = pictures.lines()
    more = f"/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns {picture.width}/Rows {picture.height}/BlackIs1 true>>"
    page_of(path, "0.8 0.2 0.1 rg q 400 0 0 300 10 200 cm /I Do Q", "/XObject<</I {0}>>", streams=[
        (f"<</Type/XObject/Subtype/Image/ImageMask true/Width {picture.width}/Height {picture.height}/BitsPerComponent 1/Decode[1 0]{more}>>",
         pictures.fax_data(picture))])


@document("pikepdf-colour-spaces")
def _(path):
    spaces = {
        "G": "/DeviceGray", "C": "[/CalRGB<</WhitePoint[0.9505 1 1.089]/Gamma[2.2 2.2 2.2]>>]",
        "L": "[/Lab<</WhitePoint[0.9642 1 0.8249]/Range[-100 100 -100 100]>>]",
        "S": "[/Separation/Spot/DeviceRGB<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[0.9 0.1 0.4]/N 1>>]",
        "N": "[/DeviceN[/One/Two]/DeviceRGB<</FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]/Length 0>>]",
    }
    content = ["/CS cs 0 0 0 sc"]
    content = []
    for index, (name, values) in enumerate([("G", "0.4"), ("C", "0.2 0.5 0.8"), ("L", "60 50 -40"), ("S", "0.7"), ("S", "0.3")]):
        content.append(f"/{name} cs {values} sc 40 {500 - 90 * index} 340 70 re f")
    del spaces["N"]
    page_of(path, "\n".join(content), "/ColorSpace<<" + "".join(f"/{k} {v}" for k, v in spaces.items()) + ">>")


@document("pikepdf-indexed-and-masks")
def _(path):
    import os

    palette = "<" + "".join(f"{r:02x}{g:02x}{64:02x}" for r in (0, 85, 170, 255) for g in (0, 85, 170, 255)) + ">"
    small = zlib.compress(bytes((x // 2 % 16) << 4 | ((x // 2 + y) % 16) for y in range(64) for x in range(32)))
    soft = image(16, 16, "/DeviceGray", 8, rows(16, 16, lambda x, y: [int(255 * x)]))
    more = "/Filter/FlateDecode"
    page_of(path, "0.9 0.9 0.2 rg 0 0 420 595 re f q 180 0 0 180 20 380 cm /A Do Q q 180 0 0 180 220 380 cm /B Do Q "
            "q 180 0 0 180 20 150 cm /C Do Q 0.1 0.3 0.7 rg q 180 0 0 180 220 150 cm /D Do Q",
            "/XObject<</A {1}/B {2}/C {3}/D {4}>>", streams=[
                soft,
                image(64, 64, f"[/Indexed/DeviceRGB 15{palette}]", 4, small, more),
                ("<</Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceRGB/BitsPerComponent 8/SMask {0}>>".replace("<<", "<<"),
                 bytes([255, 0, 0, 0, 200, 0, 0, 0, 255, 90, 0, 90])),
                image(64, 64, f"[/Indexed/DeviceRGB 15{palette}]", 4, small, more + "/Mask[3 6]"),
                ("<</Type/XObject/Subtype/Image/ImageMask true/Width 8/Height 8/BitsPerComponent 1>>", bytes([0xAA, 0x55] * 4)),
            ])


@document("pikepdf-type3-font")
def _(path):
    page_of(path, "BT /F 60 Tf 40 450 Td (abab) Tj 0 -120 Td 0.8 0.1 0.1 rg (aabb) Tj ET",
            "/Font<</F<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 97/LastChar 98"
            "/Widths[1000 900]/Encoding<</Type/Encoding/Differences[97/square/dot]>>/CharProcs<</square {0}/dot {1}>>/Resources<<>>>>>>",
            streams=[("<<>>", b"1000 0 0 0 800 800 d1 0 0 800 800 re f"),
                     ("<<>>", b"900 0 d0 0.2 0.5 0.2 rg 400 400 m 800 400 l 400 800 l f")])


@document("pikepdf-text-modes")
def _(path):
    content = "BT /F 48 Tf 2 w 0.2 0.4 0.8 rg 0.8 0.1 0.1 RG\n"
    for mode in range(3):
        content += f"{mode} Tr 1 0 0 1 40 {500 - 80 * mode} Tm (Mode {mode}) Tj\n"
    content += "0 Tr 12 Ts 20 Tz 1 0 0 1 40 260 Tm (Raised, narrow) Tj 0 Ts 100 Tz 5 Tc 20 Tw 0.9 0.3 -0.3 0.9 40 180 Tm (a b c) Tj ET "
    content += "q BT 7 Tr 1 0 0 1 40 60 Tm /F 60 Tf 0 Tc 0 Tw (Clipped) Tj ET 40 40 300 40 re 0 0.6 0.2 rg f Q"
    page_of(path, content, "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>>>")


@document("pikepdf-patterns")
def _(path):
    page_of(path, "/Pattern cs /A scn 30 320 360 240 re f /U cs 0.1 0.3 0.8 /B scn 30 40 170 240 re f 0.8 0.3 0.1 /B scn 220 40 170 240 re f",
            "/ColorSpace<</U[/Pattern/DeviceRGB]>>/Pattern<</A {0}/B {1}>>", streams=[
                ("<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 30 30]/XStep 36/YStep 30/Resources<<>>/Matrix[1 0.2 -0.2 1 0 0]>>",
                 b"0.9 0.7 0.1 rg 0 0 30 30 re f 0.6 0 0.5 rg 15 2 m 28 28 l 2 28 l f"),
                ("<</Type/Pattern/PatternType 1/PaintType 2/TilingType 2/BBox[0 0 20 20]/XStep 20/YStep 20/Resources<<>>>>",
                 b"2 w 0 0 m 20 20 l S 10 2 6 6 re f")])


@document("pikepdf-axial-radial-function-shadings")
def _(path):
    stitched = ("<</FunctionType 3/Domain[0 1]/Bounds[0.3 0.6]/Encode[0 1 0 1 0 1]/Functions["
                + "".join(f"<</FunctionType 2/Domain[0 1]/N 1/C0[{a}]/C1[{b}]>>" for a, b in
                          [("1 0 0", "1 1 0"), ("1 1 0", "0 0.6 0"), ("0 0.6 0", "0 0 1")]) + "]>>")
    page_of(path, "q 20 400 380 170 re W n /A sh Q q 20 210 380 170 re W n /R sh Q q 1 0 0 1 20 20 cm 380 0 0 170 0 0 cm 0 0 1 1 re W n /F sh Q",
            f"/Shading<</A<</ShadingType 2/ColorSpace/DeviceRGB/Coords[60 0 360 60]/Extend[true true]/Function{stitched}>>"
            f"/R<</ShadingType 3/ColorSpace/DeviceRGB/Coords[120 300 20 260 290 90]/Extend[false true]/Function{stitched}>>"
            "/F<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Function {0}>>>>",
            streams=[("<</FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]>>", b"{ 2 copy mul 3 1 roll }")])


def mesh(kind, data, more=""):
    return (f"<</ShadingType {kind}/ColorSpace/DeviceRGB/BitsPerCoordinate 16/BitsPerComponent 8{more}/Decode[0 420 0 595 0 1 0 1 0 1]>>", data)


def point(x, y, *colour):
    return struct.pack(">HH", round(x / 420 * 65535), round(y / 595 * 65535)) + bytes(colour)


@document("pikepdf-mesh-shadings")
def _(path):
    red, green, blue, white = (255, 0, 0), (0, 200, 0), (0, 0, 255), (255, 255, 200)
    triangles = b"".join(b"\0" + point(*each) for each in [(30, 400, *red), (200, 570, *green), (390, 400, *blue)])
    lattice = b"".join(point(30 + 120 * x, 240 + 60 * y, *(red, green, blue, white)[(x + y) % 4]) for y in range(3) for x in range(4))
    corners = [(30, 30), (10, 90), (60, 150), (30, 210), (150, 190), (250, 230), (390, 210), (370, 150), (410, 80), (390, 30), (250, 60), (120, 10)]
    patch = b"\0" + b"".join(point(*each) for each in corners) + bytes([*red, *green, *blue, *white])
    page_of(path, "/T sh /L sh /P sh", "/Shading<</T {0}/L {1}/P {2}>>", streams=[
        mesh(4, triangles, "/BitsPerFlag 8"), mesh(5, lattice, "/VerticesPerRow 4"), mesh(6, patch, "/BitsPerFlag 8")])


@document("pikepdf-soft-masks")
def _(path):
    group = "<</Type/XObject/Subtype/Form/BBox[0 0 420 595]/Group<</S/Transparency/CS/DeviceGray>>/Resources<</Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 420 0]/Function<</FunctionType 2/Domain[0 1]/N 1/C0[0]/C1[1]>>>>>>>>>>"
    alpha = "<</Type/XObject/Subtype/Form/BBox[0 0 420 595]/Group<</S/Transparency/CS/DeviceRGB>>/Resources<<>>>>"
    page_of(path, "0.9 0.9 0.6 rg 0 0 420 595 re f q /M gs 0.1 0.2 0.7 rg 20 320 380 250 re f Q q /N gs 0.7 0.1 0.2 rg 20 30 380 250 re f Q",
            "/ExtGState<</M<</SMask<</S/Luminosity/G {0}>>>>/N<</SMask<</S/Alpha/G {1}>>>>>>",
            streams=[(group, b"/S sh"), (alpha, b"0 g 210 150 m 380 150 l 210 270 l f 40 40 120 120 re f")])


@document("pikepdf-blend-modes")
def _(path):
    names = "Normal Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity".split()
    content = ""
    for index, _ in enumerate(names):
        x, y = 15 + 100 * (index % 4), 450 - 140 * (index // 4)
        content += f"q /G0 gs 0.9 0.5 0.1 rg {x} {y} 60 100 re f 0.3 0.7 0.4 rg {x} {y + 50} 60 50 re f /G{index} gs 0.2 0.4 0.9 rg {x + 25} {y + 15} 60 70 re f Q\n"
    page_of(path, content, "/ExtGState<<" + "".join(f"/G{i}<</BM/{n}>>" for i, n in enumerate(names)) + ">>",
            "/Group<</S/Transparency/CS/DeviceRGB>>")


@document("pikepdf-groups-knockout")
def _(path):
    form = "<</Type/XObject/Subtype/Form/BBox[0 0 420 300]/Group<</S/Transparency/CS/DeviceRGB/I {isolated}/K false>>/Resources<</ExtGState<</H<</ca 0.5>>/M<</BM/Multiply>>>>>>>>"
    content = b"/H gs 1 0 0 rg 40 40 200 200 re f /M gs 0 0.6 1 rg 140 80 200 200 re f"
    page_of(path, "0.8 1 0.7 rg 0 0 420 595 re f q 1 0 0 1 0 300 cm /A Do Q /B Do", "/XObject<</A {0}/B {1}>>", streams=[
        (form.replace("{isolated}", "true"), content), (form.replace("{isolated}", "false"), content)])


@document("pikepdf-inline-images")
def _(path):
    data = rows(32, 32, lambda x, y: [int(255 * x), int(255 * y), 128])
    page_of(path, b"q 180 0 0 180 20 380 cm BI /W 32 /H 32 /CS /RGB /BPC 8 /F /AHx ID " + data.hex().encode() + b"> EI Q "
            b"q 180 0 0 180 220 380 cm BI /W 8 /H 8 /IM true /BPC 1 ID " + bytes([0xF0, 0x0F] * 4) + b" EI Q "
            b"q 180 0 0 -180 20 320 cm BI /W 16 /H 16 /CS /G /BPC 8 /F /Fl ID " + zlib.compress(rows(16, 16, lambda x, y: [int(255 * x * y)])) + b" EI Q")


@document("pikepdf-user-unit-inherited-box")
def _(path):
    page_of(path, "BT /F 20 Tf 20 150 Td (Twice as large) Tj ET 1 0 0 RG 4 w 20 20 160 100 re S",
            "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>>>", "/UserUnit 2/CropBox[10 10 190 180]/Rotate 180", size=(200, 200))


@document("pikepdf-linearized-encrypted")
def _(path):
    import pikepdf

    page_of(path, "BT /F 20 Tf 40 400 Td (Linearized, and encrypted with RC4) Tj ET",
            "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>", linearize=True,
            encryption=pikepdf.Encryption(owner="owner", user="", R=4, aes=False, metadata=False))


@document("pikepdf-standard-fonts")
def _(path):
    names = ["Helvetica", "Times-Italic", "Courier-BoldOblique", "Symbol", "ZapfDingbats", "Arial,Bold", "TimesNewRoman", "Unknown-Sans"]
    content = "BT\n" + "\n".join(f"/F{i} 22 Tf 1 0 0 1 40 {540 - 60 * i} Tm (abc ABC 123 \\341\\366) Tj" for i, _ in enumerate(names)) + "\nET"
    fonts = "".join(f"/F{i}<</Type/Font/Subtype/{'TrueType' if ',' in n or 'New' in n else 'Type1'}/BaseFont/{n}{'' if n in ('Symbol', 'ZapfDingbats') else '/Encoding/WinAnsiEncoding'}>>" for i, n in enumerate(names))
    page_of(path, content, f"/Font<<{fonts}>>")


@document("pikepdf-thin-and-dashed-lines")
def _(path):
    content = ""
    for index in range(20):
        angle = math.pi * index / 20
        content += f"{index / 10} w 210 300 m {210 + 190 * math.cos(angle):.2f} {300 + 190 * math.sin(angle):.2f} l S\n"
    for cap in range(3):
        content += f"{cap} J {cap} j 14 w [30 20] 5 d 40 {240 - 60 * cap} m 200 {260 - 60 * cap} l 380 {220 - 60 * cap} l S\n"
    page_of(path, content)


@document("pikepdf-cmyk")
def _(path):
    content = ""
    for index, values in enumerate(["1 0 0 0", "0 1 0 0", "0 0 1 0", "0 0 0 1", "0.5 0.4 0 0.1", "0 0.5 1 0.3"]):
        content += f"{values} k {40 + 180 * (index % 2)} {400 - 180 * (index // 2)} 150 150 re f\n"
    page_of(path, content)


@document("pikepdf-form-without-appearances")
def _(path):
    import pikepdf

    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(420, 595))
    field = pdf.make_indirect(pikepdf.Object.parse(b"<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Lovelace)/Rect[40 500 300 530]/F 4/DA(/Helv 14 Tf 0 0 1 rg)/MK<</BC[0 0 0]/BG[0.9 1 0.9]>>>>"))
    pdf.pages[0].Annots = pikepdf.Array([field])
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field]), NeedAppearances=True, DR=pikepdf.Object.parse(
        b"<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"), DA=pikepdf.String("/Helv 14 Tf 0 g"))
    pdf.save(path)


if __name__ == "__main__":
    documents.main()

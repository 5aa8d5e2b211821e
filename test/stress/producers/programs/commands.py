"""Documents by programs of Debian. One that is not installed is reported as missing."""

import os
import shutil

import documents
import pictures
from documents import FONT, TEXT, TMP, document, run, temporary
from libraries import SVG, SVG_FILTERS

documents.MAKERS.clear()

POSTSCRIPT = r"""%!PS
/Times-Roman findfont 30 scalefont setfont 40 700 moveto (Type 1: Sphinx of black quartz) show
/Bookman-Light findfont 20 scalefont setfont 40 650 moveto (Bookman: judge my vow) show
gsave 40 500 translate 12 { 30 rotate 0.5 0.2 0.8 setrgbcolor 40 0 moveto 90 20 lineto 90 -20 lineto closepath fill } repeat grestore
<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [40 0 400 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>
gsave 40 200 360 150 rectclip shfill grestore
3 setlinewidth [10 5] 0 setdash 40 100 moveto 200 180 300 20 400 120 curveto stroke showpage
"""

TEX = r"""\documentclass{article}\usepackage[a5paper]{geometry}\usepackage[T1]{fontenc}%s
\pagestyle{empty}\begin{document}\section*{A title}
Sphinx of black quartz, judge my vow: \emph{fi fl ffi}, \textbf{bold}, \texttt{mono}, \textsc{Small}.
\[\sum_{k=1}^{n} k = \frac{n(n+1)}{2},\qquad \int_0^\infty e^{-x^2}\,dx=\frac{\sqrt\pi}{2}\]
\begin{tabular}{|l|r|}\hline one & 1.00\\two & 2.50\\\hline\end{tabular}
\end{document}"""


def latex(path, program, preamble="", result="pdf"):
    source = temporary("page.tex", TEX % preamble)
    run(program, "-interaction=batchmode", "-output-directory", TMP, source, cwd=TMP)
    made = source.replace(".tex", f".{result}")
    if result == "pdf":
        shutil.move(made, path)
    return made


@document("pdflatex-computer-modern-type3")
def _(path):
    latex(path, "pdflatex")


@document("pdflatex-latin-modern")
def _(path):
    latex(path, "pdflatex", r"\usepackage{lmodern}")


@document("lualatex-opentype")
def _(path):
    latex(path, "lualatex", r"\usepackage{lmodern}")


@document("dvipdfmx-page")
def _(path):
    run("dvipdfmx", "-o", path, latex(path, "latex", r"\usepackage{lmodern}", "dvi"))


@document("dvips-ghostscript")
def _(path):
    dvi = latex(path, "latex", r"\usepackage{lmodern}", "dvi")
    run("dvips", "-o", temporary("page.ps"), dvi)
    run("ps2pdf", temporary("page.ps"), path)


@document("ghostscript-postscript")
def _(path):
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-o", path, temporary("page.eps", POSTSCRIPT))


@document("ghostscript-no-subsets-1.3")
def _(path):
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-dCompatibilityLevel=1.3", "-dSubsetFonts=false",
        "-dCompressPages=false", "-o", path, temporary("page.eps", POSTSCRIPT))


@document("ghostscript-grey")
def _(path):
    run("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-sColorConversionStrategy=Gray", "-o", path,
        temporary("page.eps", POSTSCRIPT))


@document("groff-postscript")
def _(path):
    text = temporary("page.ms", ".TL\nA title\n.AU\nAda\n.PP\n" + (TEXT + "\n") * 8 + ".B bold\n.I italic\n.TS\nbox;\nl r.\none\t1\ntwo\t2\n.TE\n")
    run("sh", "-c", f"groff -k -t -ms -Tps {text} | ps2pdf - {path}")


@document("groff-pdf")
def _(path):
    text = temporary("page.ms", ".TL\nA title\n.AU\nAda\n.PP\n" + "Sphinx of black quartz\n" * 12)
    run("sh", "-c", f"groff -ms -Tpdf {text} > {path}")


@document("htmldoc-page")
def _(path):
    page = temporary("page.html", f"<html><body><h1>A page</h1><p>{TEXT[:36] * 5}</p><table border=1><tr><td>1<td>two</table><img src='{pictures.jpeg()}'></body></html>")
    run("htmldoc", "--webpage", "-f", path, page)


for svg_name, source in (("gradients", SVG), ("patterns-masks", SVG_FILTERS)):

    @document(f"rsvg-{svg_name}")
    def _(path, source=source):
        run("rsvg-convert", "-f", "pdf", "-o", path, temporary("page.svg", source))

    @document(f"inkscape-{svg_name}")
    def _(path, source=source):
        run("inkscape", "--export-type=pdf", "-o", path, temporary("page.svg", source))


@document("tiff2pdf-fax")
def _(path):
    run("tiff2pdf", "-o", path, pictures.fax())


@document("tiff2pdf-colours")
def _(path):
    picture = pictures.picture_file("colours.tif", pictures.colours(), "TIFF", compression="tiff_lzw")
    run("tiff2pdf", "-j", "-q", "95", "-o", path, picture)


@document("mutool-create")
def _(path):
    text = temporary("page.txt", f"%%MediaBox 0 0 420 595\n%%Font F Times-Roman\n%%Image I {pictures.jpeg()}\nq 300 0 0 200 60 300 cm /I Do Q\nBT /F 24 Tf 60 200 Td (Sphinx of black quartz) Tj ET\n")
    run("mutool", "create", "-o", path, text)


@document("mutool-convert-svg")
def _(path):
    run("mutool", "convert", "-o", path, temporary("page.svg", SVG))


@document("graphviz-graph")
def _(path):
    graph = temporary("page.dot", 'digraph { node [style=filled fillcolor=lightblue]; a -> b -> c; a -> c [style=dashed label="an edge"]; d [shape=box fillcolor="yellow:red"]; b -> d }')
    run("dot", "-Tpdf", "-o", path, graph)


@document("gnuplot-chart")
def _(path):
    run("gnuplot", "-e", f"set terminal pdfcairo; set output '{path}'; set grid; plot sin(x) lw 3, cos(x) with filledcurves fs transparent solid 0.4, x/5 with points")


@document("enscript-ghostscript")
def _(path):
    text = temporary("page.txt", (TEXT[:36] + "\n") * 40)
    run("sh", "-c", f"enscript -q -2r -p - {text} | ps2pdf - {path}")


@document("prawn-page")
def _(path):
    program = f"""require 'prawn'; Prawn::Document.generate('{path}', page_size: 'A5') do
      text 'Sphinx of black quartz', size: 24; font('{FONT}') {{ text 'Own font: äöü', size: 18 }}
      image '{pictures.transparent_png()}', width: 200; transparent(0.4) {{ fill_color 'cc2200'; fill_circle [150, 150], 90 }}
      fill_gradient [0, 100], [300, 0], 'ff0000', '0000ff'; fill_rectangle [0, 100], 300, 80
    end"""
    run("ruby", "-e", program)


@document("perl-pdf-api2")
def _(path):
    program = f"""use PDF::API2; my $p = PDF::API2->new(); my $g = $p->page(); $g->mediabox(420, 595);
    my $t = $g->text(); $t->font($p->ttfont('{FONT}'), 24); $t->translate(40, 500); $t->text('Sphinx of black quartz');
    $t->font($p->corefont('Times-Bold'), 30); $t->translate(40, 440); $t->text('judge my vow');
    my $x = $g->gfx(); $x->image($p->image_png('{pictures.png()}'), 40, 200, 240, 160); $x->strokecolor('red'); $x->circle(250, 120, 70); $x->stroke(); $p->saveas('{path}');"""
    run("perl", "-e", program)


@document("tcpdf-page")
def _(path):
    program = f"""require_once '/usr/share/php/tcpdf/tcpdf.php'; $p = new TCPDF('P', 'mm', 'A5'); $p->AddPage(); $p->SetFont('times', '', 18);
    $p->writeHTML('<h1>A page</h1><p>Sphinx of <b>black</b> quartz</p><table border="1"><tr><td>1</td><td>two</td></tr></table>');
    $p->LinearGradient(20, 90, 80, 30, [255, 0, 0], [0, 0, 255]); $p->SetAlpha(0.5); $p->Rect(30, 100, 60, 40, 'F', [], [0, 150, 0]);
    $p->Image('{pictures.jpeg()}', 20, 150, 60); $p->Output('{path}', 'F');"""
    run("php", "-d", "error_reporting=0", "-r", program)


@document("tesseract-scan")
def _(path):
    from PIL import Image, ImageDraw, ImageFont

    scan = Image.new("L", (800, 300), 255)
    ImageDraw.Draw(scan).text((40, 80), "Sphinx of black quartz", fill=0, font=ImageFont.truetype(FONT, 60))
    run("tesseract", pictures.picture_file("scan.png", scan, "PNG", dpi=(100, 100)), path[:-4], "pdf")


@document("podofo-picture")
def _(path):
    run("podofoimg2pdf", path, pictures.jpeg())


@document("r-chart")
def _(path):
    run("Rscript", "-e", f"pdf('{path}', width=6, height=5); barplot(c(3,1,4,1,5), col=rainbow(5), main='A chart'); curve(sin, -3, 3, lwd=9, col=rgb(1,0,0,.5)); persp(volcano, theta=30, shade=.5, col='lightblue'); dev.off()")


@document("r-cairo-chart")
def _(path):
    run("Rscript", "-e", f"cairo_pdf('{path}'); filled.contour(volcano, main='Contours'); dev.off()")


@document("wkhtmltopdf-page")
def _(path):
    page = temporary("page.html", f"<style>td {{ border: 1px solid }} .b {{ border-radius: 20px; background: -webkit-linear-gradient(red, blue); height: 80px; opacity: .6 }}</style><h1>A page</h1><p>{TEXT[:36] * 6}<table><tr><td>1<td>two</table><div class=b></div><img src='{pictures.transparent_png()}'>")
    run("wkhtmltopdf", "-q", "--enable-local-file-access", page, path, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


def office(path, source, name):
    run("soffice", "--headless", f"-env:UserInstallation=file://{TMP}/office", "--convert-to", "pdf", "--outdir", TMP, temporary(name, source))
    shutil.move(os.path.join(TMP, os.path.splitext(name)[0] + ".pdf"), path)


@document("libreoffice-writer")
def _(path):
    office(path, f"<html><body><h1>A page</h1><p>{TEXT * 5}</p><table border=1><tr><td>1<td>two</table><p><font color=red size=6>large</font></p><img src='file://{pictures.transparent_png()}'></body></html>", "office.html")


@document("libreoffice-calc")
def _(path):
    office(path, "\n".join(",".join(str(x * y) for x in range(8)) for y in range(60)), "sheet.csv")


@document("libreoffice-draw")
def _(path):
    office(path, SVG, "drawing.svg")


@document("qpdf-object-streams")
def _(path):
    run("sh", "-c", f"qpdf --object-streams=generate --compress-streams=y {os.path.join(documents.OUT, 'reportlab-truetype.pdf')} {path}")


@document("qpdf-pages-of-others")
def _(path):
    names = [os.path.join(documents.OUT, f"{each}.pdf") for each in ("reportlab-shadings", "fpdf2-blend-modes", "matplotlib-chart-type3")]
    run("qpdf", "--empty", "--pages", *names, "--", "--rotate=+90:1", path)


if __name__ == "__main__":
    documents.main()

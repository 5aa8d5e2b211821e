/** Documents by libraries of npm. `node libraries.mjs <folder> <font> <node_modules>`. */
import { createWriteStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , out, font, modules] = process.argv;
const require = createRequire(join(modules, 'index.js'));
const load = async (name) => await import(pathToFileURL(require.resolve(name)).href);
const text = 'Sphinx of black quartz, judge my vow. 0123456789 äöü';
const picture = (name) => readFileSync(join(out, 'tmp', name));

const documents = {
  'pdfkit-page': async (path) =>
    await pdfkit(path, (pdf) => {
      pdf.font(font).fontSize(20).text(text).font('Times-Roman').text(text.slice(0, 36));
      const gradient = pdf.linearGradient(50, 200, 350, 200).stop(0, 'red').stop(1, 'blue', 0.3);
      pdf.rect(50, 200, 300, 100).fill(gradient);
      pdf.image(picture('colours.jpg'), 50, 320, { width: 200 });
      pdf.image(picture('transparent.png'), 180, 380, { width: 200 });
    }),
  'pdfkit-form-annotations': async (path) =>
    await pdfkit(path, (pdf) => {
      pdf.font('Helvetica').initForm();
      pdf.formText('name', 50, 50, 200, 30, { value: 'Ada', borderColor: 'red' });
      pdf.formCheckbox('yes', 50, 100, 20, 20, { backgroundColor: 'yellow' });
      pdf
        .highlight(50, 200, 100, 30)
        .underline(50, 260, 100, 20)
        .rectAnnotation(50, 300, 100, 50, { color: 'green' });
    }),
  'pdfkit-vectors': async (path) =>
    await pdfkit(path, (pdf) => {
      for (let index = 0; index < 12; index++) {
        pdf
          .save()
          .rotate(30 * index, { origin: [200, 250] })
          .path('M200 250 L350 230 Q380 250 350 270 Z');
        pdf
          .fillOpacity(0.5)
          .fillAndStroke(['red', 'green', 'blue'][index % 3], 'black')
          .restore();
      }
      pdf.circle(200, 480, 60).lineWidth(8).dash(12, { space: 6 }).stroke();
    }),
  'jspdf-page': async (path) => {
    const { jsPDF } = require('jspdf');
    const pdf = new jsPDF({ format: 'a5' });
    pdf.setFont('times', 'bolditalic').setFontSize(24).text(text.slice(0, 36), 10, 20);
    pdf.setFillColor(200, 40, 90).roundedRect(10, 40, 90, 40, 8, 8, 'FD');
    pdf.addImage(picture('colours.jpg'), 'JPEG', 10, 90, 90, 60);
    pdf.addImage(picture('transparent.png'), 'PNG', 40, 120, 90, 60);
    writeFileSync(path, Buffer.from(pdf.output('arraybuffer')));
  },
  'pdf-lib-page': async (path) => {
    const { PDFDocument, rgb, degrees, StandardFonts, BlendMode } = require('pdf-lib');
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([420, 595]);
    const standard = await pdf.embedFont(StandardFonts.CourierBold);
    page.drawText(text.slice(0, 30), { x: 30, y: 540, size: 18, font: standard });
    page.drawImage(await pdf.embedJpg(new Uint8Array(picture('colours.jpg'))), {
      x: 90,
      y: 250,
      width: 240,
      height: 160,
      rotate: degrees(15),
    });
    page.drawEllipse({
      x: 200,
      y: 300,
      xScale: 150,
      yScale: 80,
      color: rgb(0.9, 0.5, 0.1),
      opacity: 0.6,
      blendMode: BlendMode.Multiply,
    });
    const form = pdf.getForm();
    form.createTextField('name').addToPage(page, { x: 30, y: 100, width: 200, height: 30 });
    form.getTextField('name').setText('Ada');
    form.createCheckBox('yes').addToPage(page, { x: 260, y: 100, width: 30, height: 30 });
    form.getCheckBox('yes').check();
    writeFileSync(path, await pdf.save());
  },
  'pdf-lib-pages-embedded': async (path) => {
    const { PDFDocument } = require('pdf-lib');
    const pdf = await PDFDocument.create();
    const names = ['typst-page', 'cairo-operators-groups', 'matplotlib-heat-map', 'pdflatex-latin-modern'];
    const page = pdf.addPage([800, 800]);
    for (const [index, name] of names.entries()) {
      const [embedded] = await pdf.embedPdf(readFileSync(join(out, `${name}.pdf`)));
      page.drawPage(embedded, {
        x: 400 * (index % 2),
        y: 400 * Math.floor(index / 2),
        width: 380,
        height: 380,
      });
    }
    writeFileSync(path, await pdf.save({ useObjectStreams: false }));
  },
  'react-pdf-page': async (path) => {
    const { Document, Font, Image, Page, renderToFile, Text, View } = await load('@react-pdf/renderer');
    const { createElement: e } = require('react');
    Font.register({ family: 'Own', src: font });
    const box = { backgroundColor: '#36c', borderRadius: 20, height: 80, opacity: 0.6, margin: 20 };
    await renderToFile(
      e(
        Document,
        null,
        e(
          Page,
          { size: 'A5', style: { fontFamily: 'Own', padding: 30 } },
          e(Text, null, `${text} `.repeat(6)),
          e(View, { style: box }),
          e(Image, { src: join(out, 'tmp/colours.jpg') }),
        ),
      ),
      path,
    );
  },
  'skia-canvas-page': async (path) => {
    const { PDFDocument, GlobalFonts } = require('@napi-rs/canvas');
    GlobalFonts.registerFromPath(font, 'Own');
    const pdf = new PDFDocument();
    const context = pdf.beginPage(420, 595);
    context.font = '20px Own';
    context.fillText(text, 20, 40);
    const gradient = context.createRadialGradient(200, 250, 10, 200, 250, 150);
    gradient.addColorStop(0, 'yellow');
    gradient.addColorStop(1, 'rgba(200, 0, 80, .3)');
    context.fillStyle = gradient;
    context.fillRect(40, 100, 340, 300);
    context.globalCompositeOperation = 'multiply';
    context.fillStyle = '#3af';
    context.arc(250, 420, 100, 0, 7);
    context.fill();
    pdf.endPage();
    writeFileSync(path, pdf.close());
  },
  'mupdf-page': async (path) => {
    const mupdf = await load('mupdf');
    const pdf = new mupdf.PDFDocument();
    const image = pdf.addImage(new mupdf.Image(picture('colours.jpg')));
    const own = pdf.addSimpleFont(new mupdf.Font('Times-Roman'));
    const resources = pdf.addObject({ Font: { F: own }, XObject: { I: image } });
    const content = 'q 300 0 0 200 60 300 cm /I Do Q BT /F 24 Tf 60 200 Td (Sphinx of black quartz) Tj ET';
    pdf.insertPage(-1, pdf.addPage([0, 0, 420, 595], 0, resources, content));
    writeFileSync(path, pdf.saveToBuffer('compress').asUint8Array());
  },
};

async function pdfkit(path, draw) {
  const PDFDocument = require('pdfkit');
  const pdf = new PDFDocument({ size: [420, 595], margin: 50 });
  const written = new Promise((resolve, reject) => {
    pdf.pipe(createWriteStream(path)).on('finish', resolve).on('error', reject);
  });
  draw(pdf);
  pdf.end();
  await written;
}

for (const [name, make] of Object.entries(documents)) {
  const path = join(out, `${name}.pdf`);
  if (existsSync(path)) continue;
  try {
    await make(path);
  } catch (error) {
    rmSync(path, { force: true });
    console.error(`${name}: ${error.message.slice(0, 300)}`);
  }
}

// What programs for Gotenberg do, with chromiumly: see the README two folders above.
import { mkdirSync, writeFileSync } from 'node:fs';
import {
  Chromiumly,
  HtmlConverter,
  HtmlScreenshot,
  MarkdownConverter,
  PDFEngines,
  UrlConverter,
} from 'chromiumly';

const { GOTENBERG_URL, PAGE_URL, WEBHOOK_URL } = process.env;
Chromiumly.configure({ endpoint: GOTENBERG_URL });
mkdirSync('made', { recursive: true });
const save = (name, bytes) => writeFileSync(`made/${name}`, bytes);

const html = Buffer.from('<link rel="stylesheet" href="style.css"><h1>Invoice 2026-104</h1>');
const css = '@media (prefers-color-scheme: dark) { h1::after { content: " at night" } }';
const assets = [{ file: Buffer.from(css), name: 'style.css' }];
const invoice = await new HtmlConverter().convert({
  html,
  assets,
  properties: { size: { width: '210mm', height: '297mm' } },
  metadata: { Title: 'Invoice 2026-104' },
  emulatedMediaFeatures: [{ name: 'prefers-color-scheme', value: 'dark' }],
});
save('invoice.pdf', invoice);

const page = await new UrlConverter().convert({ url: PAGE_URL });
save('page.pdf', page);

const markdown = await new MarkdownConverter().convert({
  html: Buffer.from('<body>{{ toHTML "notes.md" }}</body>'),
  markdown: [{ file: Buffer.from('# Notes\n\n- **one**\n'), name: 'notes.md' }],
});
save('notes.pdf', markdown);

const properties = { width: 400, height: 300, format: 'png', clip: true };
save('screen.png', await new HtmlScreenshot().capture({ html, assets, properties }));

const merged = await PDFEngines.merge({ files: [page, invoice, markdown] });
save('merged.pdf', merged);
save('parts.zip', await PDFEngines.split({ files: [merged], options: { mode: 'pages', span: '1-2' } }));

const stamp = { source: 'text', expression: 'PAID', options: { opacity: 0.5, rotation: 0 } };
save('stamped.pdf', await PDFEngines.stamp({ files: [page], stamp }));

const described = await PDFEngines.writeMetadata({ files: [merged], metadata: { Author: 'Ada Lovelace' } });
const metadata = await PDFEngines.readMetadata({ files: [described] });
save('metadata.json', JSON.stringify(Object.values(JSON.parse(metadata))[0]));

// The answer is empty: the file is sent to the webhook.
await new HtmlConverter().convert({
  html,
  outputFilename: 'later',
  webhook: {
    webhookUrl: WEBHOOK_URL,
    webhookErrorUrl: WEBHOOK_URL,
    webhookMethod: 'PUT',
    webhookExtraHttpHeaders: { 'X-Order': '104' },
  },
});

try {
  await new HtmlConverter().convert({ html, properties: { nativePageRanges: 'x' } });
} catch (error) {
  save('error.txt', error.message);
}

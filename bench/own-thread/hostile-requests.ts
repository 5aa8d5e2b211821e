/** Requests that are as large, or as expensive, as the limits allow. */
import { createHash } from 'node:crypto';

interface HostileRequest {
  /** Default: the name of the kind. */
  readonly name?: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** `{id}` is the template of the push before. */
  readonly path: string;
  readonly body?: string;
  /** That of the answer. Default: 200. */
  readonly status?: number;
}

interface HostileKind {
  readonly name: string;
  /** Made when they are sent: together they would take hundreds of megabytes. */
  requests(): readonly HostileRequest[];
}

const html = (body: object, status = 200): readonly HostileRequest[] => [
  { method: 'POST', path: '/api/v1/html-to-pdf', body: JSON.stringify(body), status },
];
const filled = (text: string, characters: number) => text.repeat(Math.floor(characters / text.length));
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

/** Returns bytes that are incompressible and unique to a file. */
function noise(bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  for (let at = 0, state = 1; at + 4 <= bytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    buffer.writeUInt32LE(state, at);
  }
  return buffer;
}

/** Returns a PDF with this number of empty pages. */
function pages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`,
    ...Array<string>(count).fill('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

const hiddenHtml = 9_900_000;
/** The text is in a comment, so that Chromium has little to print but the server has everything to read. */
const hidden = (text: string) => `<p>x</p><!--${filled(text, hiddenHtml)}-->`;

const template = (files: Readonly<Record<string, Buffer | string>>, name: string): HostileRequest => ({
  name: `push of ${name}`,
  method: 'PUT',
  path: '/manage/v1/templates',
  body: JSON.stringify({
    name,
    publish: true,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      content: Buffer.from(content).toString('base64'),
    })),
  }),
});
const generate = (name: string, data: object = {}): HostileRequest => ({
  name: `document of ${name}`,
  method: 'POST',
  path: '/api/v1/templates/{id}/generate',
  body: JSON.stringify({ data }),
});

export const hostileRequests: readonly HostileKind[] = [
  { name: '10 MB of HTML: text', requests: () => html({ html: hidden('lorem ipsum ') }) },
  { name: '10 MB of HTML: `<`', requests: () => html({ html: hidden('<') }) },
  { name: '10 MB of HTML: `<img src=`', requests: () => html({ html: hidden('<img src=') }) },
  { name: '10 MB of HTML: `url(`', requests: () => html({ html: hidden('url( ') }) },
  { name: '10 MB of HTML: `on`', requests: () => html({ html: hidden(' ona') }) },
  { name: '10 MB of HTML: beyond Latin-1', requests: () => html({ html: hidden('一二三') }, 422) },
  {
    name: 'header and footer of 500,000 characters',
    requests: () =>
      html(
        { html: '<p>x</p>', config: { header: filled('<b>', 499_000), footer: filled('<i>x', 499_000) } },
        422,
      ),
  },
  { name: '190,000 values', requests: () => html({ html: '<p>x</p>', data: keys(190_000) }) },
  {
    name: '2,000,000 values',
    requests: () => html({ html: '<p>x</p>', data: { list: Array(2_000_000).fill(0) } }, 422),
  },
  { name: '190,000 unknown fields', requests: () => html({ html: '<p>x</p>', ...keys(190_000) }, 422) },
  {
    name: 'a PDF of 14 MB as base64',
    requests: () => {
      // An image of noise: a bitmap, which Chromium cannot make smaller.
      const header = Buffer.alloc(54);
      const [width, height] = [2_400, 1_000];
      header.write('BM', 0);
      header.writeUInt32LE(54 + 3 * width * height, 2);
      header.writeUInt32LE(54, 10);
      header.writeUInt32LE(40, 14);
      header.writeInt32LE(width, 18);
      header.writeInt32LE(height, 22);
      header.writeUInt16LE(1, 26);
      header.writeUInt16LE(24, 28);
      const image = Buffer.concat([header, noise(3 * width * height)]).toString('base64');
      return html({ html: `<img style="width:100%" src="data:image/bmp;base64,${image}">` });
    },
  },
  {
    name: 'a template of 20 MB',
    requests: () => [
      template({ 'template.html': '<p>x</p>', 'assets/a.jpg': noise(19_000_000) }, '20 MB'),
      generate('20 MB'),
      {
        name: 'push of hashes',
        method: 'PUT',
        path: '/manage/v1/templates',
        body: JSON.stringify({
          name: '20 MB',
          files: [
            { path: 'template.html', content: Buffer.from('<p>y</p>').toString('base64') },
            { path: 'assets/a.jpg', hash: createHash('sha256').update(noise(19_000_000)).digest('hex') },
          ],
        }),
      },
      { name: 'files of 20 MB', method: 'GET', path: '/manage/v1/templates/{id}/versions/1/files' },
    ],
  },
  {
    name: 'styles.css of 5 MB',
    requests: () => [
      template({ 'template.html': '<p>x</p>', 'styles.css': filled('p{color:red}\n', 5_000_000) }, 'styles'),
      generate('styles'),
    ],
  },
  {
    name: 'base.pdf of 5,000 pages',
    requests: () => [
      template({ 'template.html': '<p>x</p>', 'base.pdf': pages(5_000) }, 'base'),
      generate('base'),
    ],
  },
  {
    name: 'document of 2,000 pages',
    requests: () => html({ html: '<p style="break-after:page">A page</p>'.repeat(2_000) }),
  },
  {
    name: 'editor.json of 19 MB',
    requests: () => [
      { ...template({ 'editor.json': `{"a":[${filled('{"b":1},', 19_000_000)}0]}` }, 'editor'), status: 422 },
    ],
  },
];

/** `POST /html-to-pdf` with files: multipart/form-data as sent by browsers, curl and clients of Gotenberg. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import type { Member } from '../../support/server/start-test-server.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', bodyLimit: '2000000' } });
const member = await server.team();

const font = readFileSync(join(import.meta.dirname, '../../../src/template/pdfme/fonts/OpenSans-Bold.ttf'));
const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="${color}"/></svg>`;

type Files = Readonly<Record<string, string | Uint8Array>>;
type Fields = Readonly<Record<string, string>>;

function formOf(files: Files, fields: Fields = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [path, content] of Object.entries(files)) {
    form.append('files', new Blob([content as string]), path);
  }
  return form;
}

const send = (form: FormData, headers: Fields = {}, caller: Member = member) =>
  caller.send('html-to-pdf', { method: 'POST', body: form, headers });

/** Sends a body of exactly these bytes. */
const sendRaw = (body: string | Uint8Array, type = 'multipart/form-data; boundary=B', headers: Fields = {}) =>
  member.send('html-to-pdf', {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': type, ...headers },
  });

const part = (head: string, content: string, boundary = 'B') =>
  `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`;
const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`;
const documentPart = (html = '<p>hello</p>', boundary = 'B') =>
  part(disposition('name="files"; filename="document.html"'), html, boundary);

describe('a document with its files', () => {
  it('is printed with its images, styles, fonts, header and footer, filled from data, for one credit', async () => {
    const before = await member.used();
    const { status, bytes, headers } = await send(
      formOf(
        {
          'document.html':
            '<img src="assets/red.svg" style="position: absolute; left: 0; top: 0; width: 40mm"><p class="own">Dear {{ name }}</p>',
          'header.html': '<p style="font-size: 9px">Header for {{ name }}</p>',
          'footer.html': '<img src="assets/blue.svg" style="width: 15mm; height: 15mm">',
          'styles.css':
            '@font-face { font-family: Own; src: url(fonts/own.ttf) } .own { font-family: Own; margin-top: 60mm } body { margin: 0 }',
          'assets/red.svg': square('#ff0000'),
          'assets/blue.svg': square('#0000ff'),
          'fonts/own.ttf': font,
        },
        {
          data: '{ "name": "Ada" }',
          config:
            '{ "format": "A5", "margins": { "top": 20, "bottom": 30, "left": 10, "right": 10 }, "metadata": { "title": "To {{ name }}" } }',
          output: 'binary',
          filename: 'letter.pdf',
        },
      ),
    );
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('letter.pdf');
    const pdf = await readPdf(bytes);
    expect(pdf.sizes).toEqual([{ width: 148, height: 210 }]);
    expect(pdf.pages[0]).toContain('Header for Ada');
    expect(pdf.place(1, 'Dear Ada').font).toContain('OpenSans-Bold');
    expect(pdf.info).toMatchObject({ Title: 'To Ada' });
    const picture = await pdf.picture(1);
    expect(picture.at(30, 40)).toEqual([255, 0, 0]);
    const { pixels } = picture;
    const isBlue = (_: unknown, at: number) =>
      at % 4 === 0 && pixels[at] === 0 && pixels[at + 1] === 0 && pixels[at + 2] === 255;
    expect([...pixels].filter(isBlue).length).toBeGreaterThan(500);
    expect(await member.used()).toBe(before + 1);
  });

  it('can be sent as index.html, with the order of keys and large integers in data preserved', async () => {
    const { status, json } = await send(
      formOf(
        { 'index.html': '{% for k in years|keys %}{{ k }} {% endfor %}{{ big }}' },
        { data: '{"years":{"10":1,"9":2},"big":9007199254740993}', output: 'url', url_expiry: '30' },
      ),
    );
    expect([status, json.filename]).toEqual([200, 'document.pdf']);
    const pdf = await readPdf(
      (await member.get(new URL(json.url).pathname + new URL(json.url).search)).bytes,
    );
    expect(pdf.pages[0]).toBe('10 9 9007199254740993');
  });

  it('has styles.css added only if it does not link it', async () => {
    const styles = 'body { margin: 0 } div { background: #ff0000; height: 50mm }';
    const linked =
      '<link rel="stylesheet" href="styles.css"><style>div { background: #0000ff }</style><div></div>';
    for (const [html, colour] of [
      ['<div></div>', [255, 0, 0]],
      [linked, [0, 0, 255]],
    ] as const) {
      const { bytes } = await send(
        formOf({ 'document.html': html, 'styles.css': styles }, { output: 'binary' }),
      );
      expect((await (await readPdf(bytes)).picture(1)).at(30, 30)).toEqual(colour);
    }
  });

  it('is rendered with its files if it is large', async () => {
    const noise = new Uint8Array(1_500_000).fill(7);
    const { status, bytes } = await send(
      formOf(
        {
          'document.html': '<img src="a.svg" style="width: 50mm"> big',
          'a.svg': square('#00ff00'),
          'b.png': noise,
        },
        { output: 'binary' },
      ),
    );
    expect(status).toBe(200);
    const pdf = await readPdf(bytes);
    expect(pdf.pages[0]).toContain('big');
    expect((await pdf.picture(1)).at(30, 30)).toEqual([0, 255, 0]);
  });

  it('sees no files of an earlier request', async () => {
    await send(formOf({ 'document.html': '<img src="a.svg">', 'a.svg': square('#00ff00') }));
    const { bytes } = await send(
      formOf({ 'document.html': '<img src="a.svg" alt="gone">' }, { output: 'binary' }),
    );
    const { pixels } = await (await readPdf(bytes)).picture(1);
    const isGreen = (_: number, at: number) =>
      at % 4 === 0 && pixels[at] === 0 && pixels[at + 1] === 255 && pixels[at + 2] === 0;
    expect(pixels.findIndex(isGreen)).toBe(-1);
  });
});

describe('an invalid request returns a 422 that names the part, and is not charged', () => {
  const wrong = async (form: FormData) => {
    const before = await member.used();
    const { status, json } = await send(form);
    expect([status, json.code]).toEqual([422, 'invalid_request']);
    expect(await member.used()).toBe(before);
    return json;
  };

  it('without a document', async () => {
    const { errors } = await wrong(formOf({ 'a.svg': 'x' }));
    expect(errors).toEqual({
      'document.html': [
        'There is no document.html: send the HTML as a file with this name, or as index.html; Markdown as document.md.',
      ],
    });
  });

  it.each([
    ['../a.svg', /outside/],
    ['a/../../b.svg', /outside/],
    ['/etc/a.svg', /absolute/],
    ['a\\b.svg', /not "\\"/],
    ['a\nb.svg', /control character/],
    ['a//b.svg', /empty/],
    ['.env.svg', /hidden/],
    ['setup.exe', /styles, scripts, images and fonts/],
  ])('with the file name %j', async (name, message) => {
    const form = formOf({ 'document.html': 'x' });
    form.append('files', new Blob(['x']), name);
    const { errors } = await wrong(form);
    expect(Object.keys(errors)).toEqual([name]);
    expect(Object.values(errors).flat()[0]).toMatch(message);
  });

  it('with an empty file name', async () => {
    const nameless = part(disposition('name="files"; filename=""'), 'x');
    const { status, json } = await sendRaw(`${documentPart()}${nameless}--B--\r\n`);
    expect([status, json.errors]).toEqual([
      422,
      { files: ['The file name "" cannot be used: the path is empty.'] },
    ]);
  });

  it('with the same file, or field, twice', async () => {
    const twice = formOf({ 'document.html': 'x', 'a.svg': 'x' });
    twice.append('files', new Blob(['y']), 'a.svg');
    expect((await wrong(twice)).errors).toEqual({ 'a.svg': ['The file "a.svg" occurs twice.'] });
    const field = formOf({ 'document.html': 'x' }, { output: 'url' });
    field.append('output', 'binary');
    expect((await wrong(field)).errors).toEqual({ output: ['The field "output" occurs twice.'] });
    expect((await wrong(formOf({ 'document.html': 'x', 'index.html': 'y' }))).errors).toEqual({
      'index.html': ['There are both document.html and index.html: send one of them.'],
    });
  });

  it.each<[string, Fields, string, RegExp]>([
    ['an unknown field', { outptu: 'url' }, 'outptu', /unknown\. Did you mean "output"\?/],
    ['html as a field', { html: '<p>' }, 'html', /document\.html/],
    ['data that is no JSON', { data: '{a}' }, 'data', /not valid JSON/],
    ['data that is no object', { data: '[1]' }, 'data', /must be an object/],
    ['an unknown setting', { config: '{ "formt": "A5" }' }, 'config.formt', /Did you mean "format"\?/],
    [
      'a wrong output',
      { output: 'pdf' },
      'output',
      /must be one of: base64, url, binary, upload, png, jpeg, webp/,
    ],
    ['a wrong expiry', { url_expiry: 'soon' }, 'url_expiry', /whole number of minutes/],
    ['an expiry out of range', { url_expiry: '0' }, 'url_expiry', /between 1 and 1440/],
  ])('with %s', async (_what, fields, field, message) => {
    const { errors } = await wrong(formOf({ 'document.html': 'x' }, fields));
    expect(errors[field]?.[0]).toMatch(message);
  });

  it('with a field as a file, a header twice, an empty document, or text that is not UTF-8', async () => {
    const asFile = formOf({ 'document.html': 'x' });
    asFile.append('data', new Blob(['{}']), 'data.json');
    expect((await wrong(asFile)).errors.data?.[0]).toContain('-F "data=<data.json"');
    const twice = formOf({ 'document.html': 'x', 'header.html': 'a' }, { config: '{ "header": "b" }' });
    expect((await wrong(twice)).errors['header.html']?.[0]).toMatch(/also in config/);
    expect((await wrong(formOf({ 'document.html': ' ' }))).errors['document.html']?.[0]).toMatch(/empty/);
    const latin = formOf({ 'document.html': 'x', 'footer.html': new Uint8Array([0xe4]) });
    expect((await wrong(latin)).errors['footer.html']?.[0]).toMatch(/not UTF-8/);
  });

  it('with a Twig error, reported like for JSON', async () => {
    const { status, json } = await send(formOf({ 'document.html': 'x', 'header.html': '{% if %}' }));
    expect([status, json.code, json.part]).toEqual([422, 'invalid_template', 'header']);
  });
});

describe('a form body, rejected with 422 if malformed', () => {
  const end = '--B--\r\n';
  it.each<[string, string, string?]>([
    ['no boundary', `${documentPart()}${end}`, 'multipart/form-data'],
    ['a boundary that is too long', 'x', `multipart/form-data; boundary=${'a'.repeat(71)}`],
    ['nothing', ''],
    ['other text', 'hello'],
    ['another boundary', `${documentPart('x', 'C')}--C--\r\n`],
    ['no end', documentPart()],
    ['an end within a part', `--B\r\n${disposition('name="a"')}\r\n\r\nabc`],
    ['a part without headers', '--B\r\nabc\r\n--B--\r\n'],
    ['a part without a disposition', `${part('Content-Type: text/html', 'x')}${end}`],
    ['a part without a name', `${part('Content-Disposition: form-data', 'x')}${end}`],
    ['another disposition', `${part('Content-Disposition: attachment; name="a"', 'x')}${end}`],
    [
      'a base64 part',
      `${part(`${disposition('name="data"')}\r\nContent-Transfer-Encoding: base64`, 'e30=')}${end}`,
    ],
    ['headers without an end', `--B\r\n${'A: b\r\n'.repeat(5_000)}`],
    [
      'a header of 9,000 bytes',
      `${part(`${disposition('name="a"')}\r\nX: ${'x'.repeat(9_000)}`, 'x')}${end}`,
    ],
    ['200,000 beginnings', '--B\r\n'.repeat(200_000)],
    ['201 parts', `${part(disposition('name="a"'), 'x').repeat(201)}${end}`],
  ])('%s', async (_what, body, type) => {
    const { status, json } = await sendRaw(body, type);
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'invalid_request', ['body']]);
    expect(json.message).toMatch(/^The request body /);
  });

  it('has limits that the response names: 200 parts, and the body limit of the server', async () => {
    const many = await sendRaw(`${part(disposition('name="a"'), 'x').repeat(201)}${end}`);
    expect(many.json.message).toBe('The request body must have at most 200 parts.');
    const large = await send(formOf({ 'document.html': 'x', 'a.png': new Uint8Array(2_000_000) }));
    expect([large.status, large.json.code]).toEqual([413, 'body_too_large']);
    expect(large.json.message).toContain('2,000,000 bytes');
  });

  it('may have a preamble, an epilogue, a quoted boundary, and encoded or unquoted names', async () => {
    const name = part(
      "Content-Disposition: form-data; filename*=UTF-8''%C3%A4.svg; name=files",
      square('#0000ff'),
      'a b',
    );
    const body = `preamble\r\n--a b\r\n${disposition('name=files; filename=document.html')}\r\n\r\n<img src="ä.svg" style="width: 40mm">\r\n${name}--a b--\r\nepilogue`;
    const { status, json } = await sendRaw(
      Buffer.from(body),
      'Multipart/Form-Data; charset=utf-8; boundary="a b"',
    );
    expect([status, json.message]).toEqual([200, undefined]);
    const pdf = await readPdf(Buffer.from(json.pdf, 'base64'));
    expect((await pdf.picture(1)).at(25, 25)).toEqual([0, 0, 255]);
  });

  it('is named beside JSON in the 415 for another type', async () => {
    const { status, json } = await sendRaw('a,b', 'text/csv');
    expect([status, json]).toEqual([
      415,
      {
        message:
          'The request body must be JSON or a form with files: Content-Type: application/json or multipart/form-data.',
        code: 'unsupported_type',
      },
    ]);
  });

  it('returns 415 on other routes', async () => {
    const id = await server.template(member.team, '<p>x</p>');
    const { status, json } = await member.send(`templates/${id}/generate`, {
      method: 'POST',
      body: formOf({ 'document.html': 'x' }),
    });
    expect([status, json.message]).toEqual([
      415,
      'The request body must be JSON: Content-Type: application/json.',
    ]);
  });
});

describe('Idempotency-Key', () => {
  const body = (boundary: string, html = '<p>once</p>') =>
    [
      `${documentPart(html, boundary)}--${boundary}--\r\n`,
      `multipart/form-data; boundary=${boundary}`,
    ] as const;

  it('matches a request with the same parts and another boundary', async () => {
    const before = await member.used();
    const key = { 'idempotency-key': 'files-1' };
    const first = await sendRaw(...body('first'), key);
    const again = await sendRaw(...body('second-boundary'), key);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json.pdf).toBe(first.json.pdf);
    expect(await member.used()).toBe(before + 1);
  });

  it('rejects a request with other bytes or file names', async () => {
    const key = { 'idempotency-key': 'files-2' };
    expect((await sendRaw(...body('B'), key)).status).toBe(200);
    expect((await sendRaw(...body('B', '<p>twice</p>'), key)).json.code).toBe('key_reused');
    const renamed = part(disposition('name="files"; filename="index.html"'), '<p>once</p>');
    expect((await sendRaw(`${renamed}--B--\r\n`, undefined, key)).json.code).toBe('key_reused');
    // The key is checked before the second request is validated.
    const invalid = part(disposition('name="nothing"'), 'x');
    expect((await sendRaw(`${invalid}--B--\r\n`, undefined, key)).json.code).toBe('key_reused');
  });

  it('can be used again after an invalid request', async () => {
    const key = { 'idempotency-key': 'files-3' };
    expect((await sendRaw('--B--\r\n', undefined, key)).status).toBe(422);
    expect((await sendRaw(...body('B'), key)).status).toBe(200);
  });
});

it('describes the form in the OpenAPI document', async () => {
  const { json } = await server.stranger().get('/openapi.json');
  const { content } = json.paths['/api/v1/html-to-pdf'].post.requestBody;
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  expect(content['multipart/form-data'].schema).toEqual({ $ref: '#/components/schemas/HtmlToPdfForm' });
  expect(json.components.schemas.HtmlToPdfForm.properties).toHaveProperty('files');
});

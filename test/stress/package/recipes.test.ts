/**
 * Runs every shell command of the pages in docs that take something for granted: files of the reader, and a server that was just set
 * up. The README, docs/cli.md and docs/server.md have a test beside this one, docs/air-gap.md has `offline.test.ts`, docs/deployment.md has `e2e/deployment.test.ts`, and the
 * programs of docs/integrations.md have `clients/integrations.test.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  isTested,
  Newcomer,
  type Page,
  type Rule,
  readPage,
  testPage,
  testRules,
} from '../../support/docs/paste-page.ts';
import { sampleInvoice } from '../../support/e-invoice/sample-invoice.ts';
import { makeForm } from '../../support/forms/make-form.ts';

const newcomer = new Newcomer();

/** Takes the events of webhooks. */
const receiver = createServer((_, response) => response.end());
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
afterAll(() => receiver.close());
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

const rules: readonly Rule[] = [
  {
    matches: /webhooks add https:\/\/example\.com\/hook/,
    why: 'no test reaches other machines',
    replace: (command) => command.replace('https://example.com/hook', hook),
  },
  { matches: /https?:\/\//, why: 'no test reaches other machines' },
  { matches: /^npm (?:install|pack) /, why: 'packed.test.ts runs it' },
  { matches: /^java -jar Mustang/, why: 'test/stress/conformance runs Mustang' },
  {
    matches: /^PDFAPI_PDF_PASSWORD=… /,
    why: 'the reader puts in a password',
    replace: (command) => command.replace('…', 'secret'),
  },
  {
    matches: /redeliver 1 msg_/,
    why: 'each server has deliveries of its own',
    replace: (command) =>
      command.replace(/msg_\w+/, '"$(pdfapi webhooks deliveries 1 --json | jq -r \'.[0].id\')"'),
  },
  {
    matches: /pdfapi (?:generate|batch) invoice .*--sign-identity/,
    why: 'the folder ./invoice of an earlier recipe has the same name',
    replace: (command) =>
      `mkdir -p other && cp *.json *.csv other && (cd other && ${command}) && cp -r other/. .`,
  },
  {
    matches: /\/usr\/local\/bin\/wkhtmltopdf$/,
    why: 'tests write to temporary folders',
    replace: (command) => command.replace('/usr/local/bin', '"$(dirname "$(command -v pdfapi)")"'),
  },
  { matches: /signing-identity remove/, why: 'the commands below sign with this identity' },
  {
    matches: /--data-dir \/var\/lib\/pdfapi$/,
    why: 'tests write to temporary folders',
    replace: (command) => command.replace('/var/lib/pdfapi', newcomer.beside('data/pdfapi')),
  },
  {
    matches: /pdfapi (?:dev|serve --gotenberg) /,
    why: 'the port may be taken',
    async start(command) {
      const text = await newcomer.start(
        `${command.replace('3000', '0')} --port 0`,
        /http:\/\/127\.0\.0\.1:\d+/,
      );
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
      expect((await fetch(address)).status).toBe(200);
    },
  },
  // Their exit code tells what the readers' own files are.
  {
    matches: /^npx pdfapi check signed\.pdf( |$)/,
    why: 'a signature that does not hold is reported with exit code 5',
    replace: (command) => `${command}; code=$?; test $code = 5 || test $code = 0`,
  },
];

/** Folders with a template each, and files of rows, as the pages name them. */
const templates = [
  'invoice',
  'letterhead',
  'statement',
  'card',
  'album',
  'payslip',
  'certificate',
  'templates/one',
];
const texts: Readonly<Record<string, string>> = {
  'rows.csv': 'number,name\n2026-101,Ada\n2026-102,Grace\n',
  'people.csv': 'number,name\n1,Ada\n2,Grace\n',
  'people.ndjson': '{"number":1,"name":"Ada"}\n{"number":2,"name":"Grace"}\n',
  'albums.csv': 'number,name\n1,Summer\n2,Winter\n',
  'invoices.csv': 'number,name\n1,Ada\n2,Grace\n',
  'bookings.csv': 'text,amount\nRent,100\n',
  'bookings.ndjson': '{"text":"Rent","amount":100}\n',
  'march.csv': 'number,name\n3,Ada\n',
  'april.csv': 'number,name\n4,Ada\n',
  'lines.csv': 'number;name;qty;price\n1;Pen;2;1,50\n1;Ink;1;4,00\n2;Pen;3;1,50\n',
  'orders/1.json': '{"number":"5"}',
  'export.json': '{"orders":[{"number":"6"},{"number":"7"}]}',
  'account.json': '{"number":"7"}',
  'invoice.json': '{"number":"2026-104"}',
  'data.json': '{"person":{"name":"Ada"}}',
  'outline.json': '[{"title":"Annex","page":1}]',
  'data.csv': 'a,b\n1,2\n',
  'table.csv': 'a,b\n1,2\n',
  'notes.md': '# Notes\n\nText.\n',
  'secret.txt': 'secret\n',
  'owner.txt': 'owner\n',
  'seal.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  'document.html': '<!doctype html><img src="assets/seal.svg" alt="Seal"><p>{{ name }}</p>',
};
/** Two invoices, as a shop exports them. */
const invoiceLines = `number;date;delivered;buyer.name;buyer.street;buyer.postcode;buyer.city;buyer.country;name;quantity;unit;price;vat;vat_category
R-1;2026-11-02;2026-10-29;Ada GmbH;Weg 1;99084;Erfurt;DE;Regal;4;Stück;389,90;19;
R-1;2026-11-02;2026-10-29;Ada GmbH;Weg 1;99084;Erfurt;DE;Lampe;1;Stück;74,50;19;
R-2;2026-11-03;2026-10-30;Grace OHG;Platz 2;04109;Leipzig;DE;Buch;2;Stück;18,69;7;
`;
const html = ['page', 'photos', 'ledger', 'report', 'draft', 'number', 'bates'];
const pdfs = ['scan', 'report', 'a', 'b', 'c', 'contract', 'letterhead', 'scans-1', 'scans-2', 'scans-3'];

/** Files of single pages, because others write them. */
const own: Readonly<Record<string, string>> = {
  'github-action': 'pdfapi templates new ./templates/invoice --from invoice',
  'page-images': 'pdfapi generate ./invoice -o invoice.pdf',
  pages: 'pdfapi generate ./templates-examples/book -o book.pdf',
  sealing: 'pdfapi html page.html -o statement.pdf --password-file secret.txt',
};

async function write(page: string): Promise<void> {
  const put = (path: string, text: string | Uint8Array) => writeFileSync(join(newcomer.checkout, path), text);
  const document = (title: string, body: string) =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
  await shell(`mkdir -p data orders ${templates.join(' ')}`);
  for (const folder of templates) {
    put(`${folder}/template.html`, document('Document', '<p>{{ number|default }} {{ name|default }}</p>'));
    put(`${folder}/data.json`, '{"number":"1","name":"Ada"}');
  }
  for (const [path, text] of Object.entries(texts)) put(path, text);
  const three = '<p style="break-before: page">2</p><p style="break-before: page">3</p>';
  for (const name of html) put(`${name}.html`, document(name, ''));
  put('three.html', document('Scan', three));
  put('form.pdf', await makeForm());
  // The data that the page itself shows.
  const [, shown] = /```json\n(.*?)```/s.exec(readPage('docs/e-invoices.md').text) ?? [];
  put('my-invoice.json', shown ?? '{}');
  const { seller, payment } = JSON.parse(shown ?? '{}');
  put('own.json', JSON.stringify({ seller, payment }));
  put('data/1.json', shown ?? '{}');
  if (page === 'e-invoices') put('lines.csv', invoiceLines);
  put('2026-0733.xml', sampleInvoice('EN 16931'));
  await shell(`
    pdfapi html three.html -o three.pdf
    for name in ${pdfs.join(' ')}; do cp three.pdf $name.pdf; done
    ${own[page] ?? ''}
    openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out root.pem -days 30 -subj /CN=Ada 2> openssl.txt
    cp root.pem chain.pem
    openssl pkcs12 -export -inkey key.pem -in root.pem -out ada.p12 -passout pass:secret
    cp ada.p12 acme.p12`);
  newcomer.addCommand('lp', 'cat > printed.pdf');
  newcomer.addCommand('psql', 'cat bookings.csv');
}

async function shell(text: string): Promise<void> {
  const { exitCode, stdout, stderr } = await newcomer.paste(`set -e\n${text}\nset +e`);
  expect(exitCode, stdout + stderr).toBe(0);
}

/** Starts a server for the pages that use one, and signs in to it. */
async function serve(page: string): Promise<void> {
  if (!['http-api', 'integrations', 'sealing', 'studio', 'webhooks'].includes(page)) return;
  await newcomer.serve(`pdfapi serve --allow-host 127.0.0.1:${new URL(hook).port}`);
  const { url, token } = newcomer.server;
  writeFileSync(newcomer.beside('state'), `export PDFAPI_URL=${url} PDFAPI_TOKEN=${token}\n`);
  // The page signs for the team acme, whose template is `invoice`.
  if (page !== 'sealing') return;
  await shell(`pdfapi admin team create acme --plan pro --verified
    export PDFAPI_TOKEN=$(pdfapi admin token create --team acme --scope templates:write)
    declare -p PDFAPI_TOKEN >> "$STATE"
    pdfapi templates push ./invoice --publish`);
}

const elsewhere = ['cli.md', 'server.md', 'deployment.md', 'air-gap.md'];
const pages: readonly Page[] = readdirSync(resolve(import.meta.dirname, '../../../docs'))
  .filter((name) => name.endsWith('.md') && !elsewhere.includes(name))
  .map((name) => readPage(`docs/${name}`))
  .filter(({ commands }) => commands.length > 0);

for (const page of pages.filter((each) => isTested(each, rules))) {
  const [, name = ''] = /^docs\/(.*)\.md$/.exec(page.name) ?? [];
  testPage(page, newcomer, rules, async () => {
    await write(name);
    await serve(name);
  });
}
testRules(pages, rules);

it('finds pages with recipes, and has no page without a test', () => {
  expect(pages.length).toBeGreaterThan(12);
  const testOf = (path: string) => readFileSync(resolve(import.meta.dirname, path), 'utf8');
  expect(testOf('../e2e/deployment.test.ts')).toContain('deployment.md');
  expect(testOf('offline.test.ts')).toContain('air-gap.md');
});

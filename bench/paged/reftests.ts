/**
 * Prints the reference tests of the W3C for paged media, and compares each with its references. Writes a section of RESULTS.md.
 *
 *   npm run bench:reftests -- FOLDER…            suites, as `css/css-page` of the web platform tests
 *   ONLY=margin npm run bench:reftests -- FOLDER  those with this text in their names; RESULTS.md stays
 *   KEEP=FOLDER …                                keeps the PDFs of those that fail
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, extname, join, posix, resolve } from 'node:path';
import { openRenderer } from '../../src/index.ts';
import { readPng } from '../../test/support/images/read-png.ts';
import { describeRun, replaceSection } from '../result-sections.ts';
import { comparePrints, type Draw, dpi, type Print } from './compare-prints.ts';
import { findReftests, type Reftest, reftestsHeading } from './reftest.ts';
import { reftestFailures } from './reftest-failures.ts';

const { ONLY: only = '', KEEP: keep } = process.env;
const suites = process.argv.slice(2).map((folder) => resolve(folder));
if (suites.length === 0) throw new Error('Name the folders of the tests: see bench/paged/README.md');

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.htm': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.xht': 'application/xhtml+xml',
  '.xhtml': 'application/xhtml+xml',
};

interface Outcome {
  readonly suite: string;
  readonly test: Reftest;
  /** Undefined for a test that passes. */
  readonly difference: string | undefined;
  /** Whether no pixel differs at all. */
  readonly isExact: boolean;
  /** Whether the folder lacks its reference. */
  readonly isMissing: boolean;
}

interface Tools {
  readonly print: (path: string, isPrintTest: boolean) => Promise<Print>;
  readonly drawWithPdfJs: Draw;
}

type Verdict = Pick<Outcome, 'difference' | 'isExact'>;

const [firstSuite = ''] = suites;
/** Tests name what they share by absolute addresses, such as /fonts/ahem.css. */
const root = join(firstSuite, basename(dirname(firstSuite)) === 'css' ? '../..' : '..');
const server = createServer(async (request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
  const [, suite = '', rest = ''] = /^\/css\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const folder = suites.find((each) => basename(each) === suite);
  const file = folder === undefined ? join(root, path) : join(folder, rest);
  try {
    const bytes = await readFile(file);
    response
      .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
      .end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

/** What tests for printing expect: 5 × 3 inches. Others, which have no such name, are for paper of a usual size. */
const paperOf = (isPrintTest: boolean) => (isPrintTest ? '127mmx76.2mm' : 'Letter');

const outcomes: Outcome[] = [];
{
  await using renderer = await openRenderer({
    workers: 1,
    timeoutMs: 60_000,
    sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
  });
  /** References are shared by many tests. */
  const printed = new Map<string, Promise<Print>>();
  const print = (path: string, isPrintTest: boolean): Promise<Print> => {
    const key = `${path} ${isPrintTest}`;
    const found = printed.get(key) ?? printPage(path, isPrintTest);
    printed.set(key, found);
    return found;
  };
  const printPage = async (path: string, isPrintTest: boolean) => {
    return await renderer.webPage(`http://${host}${path}`, {
      allowHosts: [host],
      // For documents that name none.
      format: paperOf(isPrintTest),
      margins: { top: 12.7, right: 12.7, bottom: 12.7, left: 12.7 },
      preferCssPageSize: true,
      waitFor: { expression: "!document.documentElement.classList.contains('reftest-wait')" },
    });
  };
  // The W3C's own runner draws them with pdf.js, too.
  const drawWithPdfJs: Draw = async (pdf, page) => {
    for await (const { image } of renderer.images(pdf, { dpi, format: 'png', pages: `${page}` }))
      return readPng(image);
    throw new Error(`no page ${page}`);
  };
  for (const folder of suites) {
    for (const test of findReftests(folder).filter(({ name }) => name.includes(only))) {
      const suite = basename(folder);
      const verdict = await judge(`/css/${suite}/${test.name}`, test, { print, drawWithPdfJs }).catch(
        (error: Error) => ({
          difference: `not printed: ${error.message.split('\n')[0]}`,
          isExact: false,
          isMissing: error.message.includes('404'),
        }),
      );
      const { difference } = verdict;
      outcomes.push({ suite, test, isMissing: false, ...verdict });
      console.log(difference === undefined ? 'passed' : 'FAILED', `${suite}/${test.name}`, difference ?? '');
    }
  }
}
server.closeAllConnections();
server.close();
const section = toSection();
console.log(section);
if (only === '') replaceSection(join(import.meta.dirname, 'RESULTS.md'), reftestsHeading, section);

async function judge(path: string, test: Reftest, { print, drawWithPdfJs }: Tools): Promise<Verdict> {
  const isPrintTest = /-print\b/.test(test.name);
  const own = await print(path, isPrintTest);
  const compare = async (reference: string) => {
    const address = reference.startsWith('/') ? reference : posix.join(posix.dirname(path), reference);
    const other = await print(address, isPrintTest);
    return { other, ...(await comparePrints(own, other, test, drawWithPdfJs)) };
  };
  const alike = await Promise.all(test.match.map(compare));
  const [nearest = { difference: undefined, isExact: true, other: own }] = alike.toSorted(
    (a, b) => rankOf(a) - rankOf(b),
  );
  const { difference, isExact, other } = nearest;
  if (difference !== undefined) {
    if (keep !== undefined) {
      mkdirSync(keep, { recursive: true });
      const name = join(keep, path.slice(1).replaceAll('/', '-'));
      writeFileSync(`${name}.pdf`, own.pdf);
      writeFileSync(`${name}.reference.pdf`, other.pdf);
    }
    return { difference, isExact };
  }
  const unlike = await Promise.all(test.mismatch.map(compare));
  return unlike.some((each) => each.difference === undefined)
    ? { difference: 'as its counterexample', isExact: false }
    : { difference: undefined, isExact };
}

const rankOf = ({ difference, isExact }: Verdict) => (isExact ? 0 : difference === undefined ? 1 : 2);

function toSection(): string {
  const names = [...new Set(outcomes.map(({ suite }) => suite))];
  const rows = names.map((suite) => {
    const all = outcomes.filter((each) => each.suite === suite);
    const passed = all.filter(({ difference }) => difference === undefined);
    const exact = passed.filter(({ isExact }) => isExact);
    const missing = all.filter(({ isMissing }) => isMissing);
    return `| ${suite} | ${all.length} | ${passed.length} | ${exact.length} | ${missing.length} |`;
  });
  const failures = outcomes.flatMap(({ suite, test, difference, isMissing }) => {
    const name = `${suite}/${test.name}`;
    if (difference === undefined) return [];
    if (isMissing) return `| ${name} | not compared | its reference is not in the folder |`;
    return `| ${name} | ${difference} | ${reftestFailures[name] ?? ''} |`;
  });
  return `## ${reftestsHeading}

Written by \`npm run bench:reftests\`; do not edit. ${describeRun()}

| suite | tests | passed | of which without any different pixel | without a reference in the folder |
|---|---:|---:|---:|---:|
${rows.join('\n')}

| failed | what differs | why |
|---|---|---|
${failures.join('\n')}
`;
}

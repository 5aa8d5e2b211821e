/** Runs every shell command of the README and of the pages that continue it. */
import { expect, it } from 'vitest';
import { Newcomer, type Rule, readPage, testPage, testRules } from '../../support/docs/paste-page.ts';

const pages = ['README.md', 'docs/cli.md', 'docs/server.md'].map(readPage);
const newcomer = new Newcomer();
const beside = (name: string) => newcomer.beside(name);

const rules: readonly Rule[] = [
  { matches: /^npm ci && npm test$/, why: 'it runs this test' },
  { matches: /^npm (?:ci && npm pack|install --global .*)$/, why: 'installed.test.ts runs it' },
  { matches: /(?:https?|smtps):\/\/(?!127\.0\.0\.1)/, why: 'no test reaches other machines' },
  {
    matches: /pdfapi serve(?: --unlimited)?$/,
    why: 'the port may be taken',
    start: (command) => newcomer.serve(command),
  },
  {
    matches: /^export PDFAPI_URL=http:\/\/127\.0\.0\.1:8080 PDFAPI_TOKEN=pdf_…$/,
    why: 'port and token are those of the server that was started',
    replace: () => `export PDFAPI_URL=${newcomer.server.url} PDFAPI_TOKEN=${newcomer.server.token}`,
  },
  {
    matches: /\/var\/lib\/pdfapi|\/backups\//,
    why: 'tests write to temporary folders',
    replace: (command) =>
      command
        .replaceAll('/var/lib/pdfapi', beside('data/pdfapi'))
        .replaceAll('/backups/', `${beside('backups')}/`),
  },
  {
    matches:
      /^(?:createdb|until curl|nginx) |^export PDFAPI_DATABASE_URL|--data-dir node-\d &$|^export PDFAPI_URL=.*8080 PDFAPI_TOKEN="|-o shared\.pdf$/,
    why: 'test/stress/nodes/three-servers.test.ts runs it, with PostgreSQL and nginx',
  },
  {
    matches: /pdfapi dev /,
    why: 'the port may be taken',
    async start(command) {
      const text = await newcomer.start(`${command} --port 0`, /http:\/\/127\.0\.0\.1:\d+/);
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? '';
      expect((await fetch(address)).status).toBe(200);
    },
  },
];

for (const page of pages) testPage(page, newcomer, rules);
testRules(pages, rules);

it('the README fits on one page', () => {
  const [readme] = pages;
  expect(readme?.text.split('\n').length).toBeLessThanOrEqual(150);
});

/** What the content security policy of a document blocks is named with its directive. */
import { expect, it } from 'vitest';
import { assetsOf, realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const assets = assetsOf({
  'a.svg': { type: 'image/svg+xml', bytes: svg },
  'a.css': { type: 'text/css', bytes: 'p { color: red }' },
  'a.js': { type: 'text/javascript', bytes: 'window.ran = 1' },
});
const content = `<style>p{color:red}</style><p style="color:blue">text</p><img src="a.svg"><link rel="stylesheet" href="a.css">
  <script>window.ran = 1</script><script>window.ran = 2</script><script src="a.js"></script>`;
const withPolicy = (policy: string, html: string, name = 'Content-Security-Policy') =>
  `<!doctype html><html lang="en"><head><title>T</title><meta http-equiv="${name}" content="${policy}"></head>${html}`;

const findings = async (html: string) => {
  const { report } = await renderHtml(browser, html, { parts: { assets } });
  return [...report.failed.map(({ url, reason }) => `${url}: ${reason}`).sort(), ...report.problems];
};

const blocks = 'the content security policy of the document blocks';
const remedy = 'allow it there, or remove the policy';

it('styles, scripts, pictures and attributes that a policy blocks are named, each once', async () => {
  expect(await findings(withPolicy("default-src 'none'", content))).toEqual([
    `a.css: ${blocks} it (style-src-elem)`,
    `a.js: ${blocks} it (script-src-elem)`,
    `a.svg: ${blocks} it (img-src)`,
    `${blocks} a <style> element (style-src-elem): ${remedy}`,
    `${blocks} a style attribute (style-src-attr): ${remedy}`,
    `${blocks} a script in the document (script-src-elem) (2 times): ${remedy}`,
  ]);
});

it('code from text is named', async () => {
  const html = withPolicy(
    "script-src 'unsafe-inline'",
    '<p>text</p><script>try { eval("1") } catch {}</script>',
  );
  expect(await findings(html)).toEqual([`${blocks} eval() and new Function() (script-src): ${remedy}`]);
});

it.each([
  ['a policy that allows all', withPolicy("default-src 'self' 'unsafe-inline'", content)],
  ['no policy', `<!doctype html>${content}`],
  ['a text about policies', '<p>Content-Security-Policy</p><p>text</p>'],
])('nothing is said of %s', async (_, html) => expect(await findings(html)).toEqual([]));

it('a document that follows in the same page has none of it', async () => {
  await findings(withPolicy("default-src 'none'", content));
  expect(await findings('<p>content-security-policy</p>')).toEqual([]);
});

it('an error lists it in strict mode', async () => {
  const printed = renderHtml(browser, withPolicy("style-src 'none'", '<p style="color:red">x'), {
    request: { strict: true },
  });
  await expect(printed).rejects.toMatchObject({
    code: 'strict',
    message: expect.stringContaining('style-src-attr'),
  });
});

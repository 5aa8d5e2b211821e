/** Untrusted HTML is parsed within limits, and nothing overflows the stack. */
import { afterAll, describe, expect, it } from 'vitest';
import { startHtmlParser } from '../../../../src/browser/html/start-html-parser.ts';
import { hasScripts } from '../../../../src/browser/print/scripts.ts';
import { unknownFacts } from '../../../../src/browser/print/text-facts.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';

it('finds the scripts of a document whose elements are nested 100,000 deep', async () => {
  const nested = '<div>'.repeat(100_000);
  expect(await hasScripts(`<!--http-equiv-->${nested}`)).toBe(false);
  expect(await hasScripts(`${nested}<script>1</script>`)).toBe(true);
});

describe('the HTML parser of a server', () => {
  const parser = startHtmlParser({ maxParsingMs: 2_000 });
  const deadline = new Deadline(60_000);
  afterAll(async () => {
    deadline.close();
    await parser.close();
  });
  const unclosed = '<b><i><p></b>'.repeat(800_000);

  it('assumes that a document has scripts if parsing takes too long', async () => {
    expect(
      await parser.hasScripts(`<!--http-equiv-->${'<p>x</p>'.repeat(5_000)}`, unknownFacts, deadline),
    ).toBe(false);
    expect(await parser.hasScripts(`<!--http-equiv-->${unclosed}`, unknownFacts, deadline)).toBe(true);
  });
});

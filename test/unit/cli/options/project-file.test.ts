/** `pdfapi.json`: its settings and its error messages. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProjectFile } from '../../../../src/cli/options/project-file.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';

const read = (text: string) => findProjectFile(temporaryFolder({ 'pdfapi.json': text }));

describe('the page defaults of a project', () => {
  it('include format, orientation, margins and strict', () => {
    const settings = {
      format: 'letter',
      orientation: 'landscape',
      margins: '1in 2cm',
      strict: true,
      retries: 3,
    };
    expect(read(JSON.stringify(settings))).toMatchObject({
      settings: { retries: '3' },
      page: {
        page: {
          format: 'Letter',
          orientation: 'landscape',
          margins: { top: 25.4, right: 20, bottom: 25.4, left: 20 },
        },
        strict: true,
        shown: { format: 'Letter', orientation: 'landscape', margins: '1in 2cm', strict: 'true' },
      },
    });
    expect(read('{ "margins": { "top": 12.5, "left": "1in" } }')).toMatchObject({
      page: { page: { margins: { top: 12.5, left: 25.4 } }, shown: { margins: '{"top":12.5,"left":"1in"}' } },
    });
  });

  it('include the standards of documents', () => {
    expect(read('{ "pdfa": "3A", "pdfua": true }')).toMatchObject({
      page: { standards: { pdfa: '3a', pdfua: true }, shown: { pdfa: '3a', pdfua: 'true' } },
    });
  });

  it.each([
    ['{ "pdfa": "1b" }', '"pdfa" must be one of: 2b, 2u, 2a, 3b, 3u, 3a, 4, 4f, 4e.'],
    ['{ "pdfua": 3 }', '"pdfua" must be true, false, 1 or 2.'],
    ['{ "formt": "A4" }', '"formt" is unknown. Did you mean "format"?'],
    ['{ "format": "B5" }', '"format" must be one of: A0, A1'],
    ['{ "lang": "German" }', '"lang" must be a language tag, such as de, en-GB or zh-Hant.'],
    ['{ "orientation": 1 }', '"orientation" must be one of: portrait, landscape.'],
    ['{ "margins": true }', '"margins" must be an object with top, right, bottom and left, or a length.'],
    ['{ "margins": "1em" }', '"margins" is not a margin.'],
    ['{ "margins": { "tpo": 1 } }', '"margins.tpo" is unknown. Did you mean "top"?'],
    ['{ "margins": { "top": 501 } }', '"margins.top" is not a margin.'],
    ['{ "base_url": "example.com" }', '"base_url" must be an address, such as https://example.com/docs/.'],
    ['{ "base_url": "ftp://example.com/" }', '"base_url" must be an address'],
    ['{ "strict": "yes" }', '"strict" must be true or false.'],
  ])('reject %s', (text, message) => {
    const folder = temporaryFolder({ 'pdfapi.json': text });
    const find = () => findProjectFile(folder);
    expect(find).toThrow(`${join(folder, 'pdfapi.json')}: ${message}`);
    expect(find).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

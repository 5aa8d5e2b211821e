/** Headers and footers for some pages as files of a template: read, checked, and named in errors. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkTemplateFolder } from '../../../src/template/check/check-template-folder.ts';
import { templateNames } from '../../../src/template/check/template-variables.ts';
import { readTemplateFolder } from '../../../src/template/load/read-template-folder.ts';
import { isTemplateFile } from '../../../src/template/model/template-files.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

describe('a template folder', () => {
  it('has headers and footers for some pages by their names', async () => {
    const folder = temporaryFolder({
      'template.html': 'T',
      'header.html': 'H',
      'header-first.html': '',
      'header-chapter.html': 'C',
      'footer-last.html': 'L',
      'header-first.txt': 'no',
    });
    const { template, sources } = await readTemplateFolder(folder);
    expect(template).toMatchObject({
      page: {
        header: { default: 'H', first: '', named: { chapter: 'C' } },
        footer: { last: 'L' },
      },
    });
    const place = (part: string) => sources.locate({ part, template: null, line: 1 })?.file;
    expect(place('header-chapter')).toBe(join(folder, 'header-chapter.html'));
    expect(place('footer-last')).toBe(join(folder, 'footer-last.html'));
  });

  it('uploads them', () => {
    expect(['header-first.html', 'footer-chapter.html', 'a/header-first.html'].map(isTemplateFile)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('templates check', () => {
  const files = { 'template.html': '{{ name }}', 'data.json': '{ "name": "Ada" }' };

  it('knows the variable page in them, and nowhere else', async () => {
    const good = temporaryFolder({
      ...files,
      'header-last.html': '{{ page.number }} {{ page.sections[2] }} {{ name }}',
    });
    expect(await checkTemplateFolder(good)).toEqual({ errors: [], warnings: [] });
    const bad = temporaryFolder({ ...files, 'template.html': '{{ page.number }}' });
    const { warnings } = await checkTemplateFolder(bad);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('page is used')]);
  });

  it('finds what is wrong in them, with file and line', async () => {
    const folder = temporaryFolder({
      ...files,
      'header-last.html': '\n{{ nobody }}',
      'footer-left.html': '{% no %}',
    });
    const { errors } = await checkTemplateFolder(folder);
    expect(errors.map(({ location }) => [location?.file, location?.line])).toEqual([
      [join(folder, 'footer-left.html'), 1],
    ]);
    const other = temporaryFolder({ ...files, 'header-last.html': '\n{{ nobody }} {{ page.nothing }}' });
    const { warnings } = await checkTemplateFolder(other);
    expect(warnings[0]).toMatchObject({ location: { file: join(other, 'header-last.html'), line: 2 } });
  });

  it('does not list page among the data that a template needs', async () => {
    const { used } = await templateNames(
      new Map(
        Object.entries({ ...files, 'header-first.html': '{{ page.number }} {{ city }}' }).map(
          ([name, text]) => [name, Buffer.from(text)],
        ),
      ),
    );
    expect([...used].sort()).toEqual(['city', 'name']);
  });
});

import { describe, expect, it } from 'vitest';
import { collectTemplateFiles } from '../../../src/template/load/collect-template-files.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

const collect = async (manifest: string) => {
  const folder = temporaryFolder({
    'template.html': '<p>',
    'template.json': manifest,
    'items.csv': 'name\nInk\n',
    'tables/lines.ndjson': '{}\n',
    'customers.csv': 'name\nAda\n',
    'dump.ndjson': '{}\n',
    'assets/chart.csv': 'n\n1\n',
  });
  return [...(await collectTemplateFiles(folder)).keys()];
};

describe('the files of a template that are pushed', () => {
  it('have those tables that template.json names as rows, and no other', async () => {
    const rows = { items: 'items.csv', lines: { file: 'tables/lines.ndjson' } };
    expect(await collect(JSON.stringify({ rows }))).toEqual([
      'assets/chart.csv',
      'items.csv',
      'tables/lines.ndjson',
      'template.html',
      'template.json',
    ]);
    expect(await collect('{}')).toEqual(['assets/chart.csv', 'template.html', 'template.json']);
    expect(await collect('{ "rows": 7 }')).toEqual(['assets/chart.csv', 'template.html', 'template.json']);
  });
});

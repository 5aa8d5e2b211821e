/** PDFs of other producers that are made PDF/A, judged by veraPDF. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arrangePdf } from '../../../src/index.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { openForJudges } from './print-at-levels.ts';

const producers = [
  { program: 'gs', args: ['-q', '-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.4', '-o', 'OUT', 'IN'] },
  { program: 'pdftocairo', args: ['-pdf', 'IN', 'OUT'] },
].filter(({ program }) => spawnSync(program, ['-v']).status === 0);

describe.skipIf(!findJudges())('PDFs of other producers', () => {
  const judged = openForJudges('pdfapi-converted-', 1);

  it.each(producers)(
    'of $program become PDF/A-2b with the fonts that they embed',
    async ({ program, args }) => {
      const html = '<html lang="en"><title>Fonts</title><h1>Ωλ</h1><p>Grüße, €</p></html>';
      const [from, to] = ['plain.pdf', `${program}.pdf`].map((name) => join(judged.folder, name)) as [
        string,
        string,
      ];
      writeFileSync(from, (await judged.renderer.html(html)).pdf);
      const words = args.map((word) => ({ IN: from, OUT: to })[word] ?? word);
      expect(spawnSync(program, words).status).toBe(0);
      const { pdf } = await arrangePdf(readFileSync(to), { pdfa: '2b' });
      writeFileSync(to, pdf);
      expect((await judgeByVeraPdf([to], '2b')).get(to)).toMatchObject({ valid: true, failures: [] });
    },
    120_000,
  );
});

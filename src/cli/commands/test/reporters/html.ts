/** One file without any other: each page that differs before and after, with the difference, and a slider over both. */

import { count } from '../../../io/format.ts';
import { writeOutputFile } from '../../../io/output-file.ts';
import { type CaseResult, caseName, isPassed, reasonsOf } from '../case-result.ts';
import { failedCases } from './github-summary.ts';
import type { CreateReporter, TestSummary } from './reporter.ts';

const defaultFile = 'pdfapi-test.html';

export const htmlReporter: CreateReporter = ({ shutdown, terminal }, file = defaultFile) => ({
  picturesFile: file,
  async end(summary) {
    await writeOutputFile(file, Buffer.from(toHtml(summary)), { overwrite: true, shutdown });
    terminal.note(terminal.style.dim(`Report: ${file}`));
  },
});

/** Nothing in it is loaded from elsewhere. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

function toHtml(summary: TestSummary): string {
  const { results, skipped, approved } = summary;
  const failed = failedCases(summary);
  // The pages of a change remain to be seen after its approval. A new document has none to show.
  const replaced = [...approved].filter(({ result }) => result !== 'missing');
  const title =
    failed.length === 0 ? 'All as approved' : `${failed.length} of ${count(results.length, 'case')} differ`;
  const passed = results.filter(isPassed);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title} – pdfapi test</title>
<style>${style}</style>
<h1>${title}</h1>
${failed.map((result) => sectionOf(result, caseName(result))).join('\n')}
${replaced.map((result) => sectionOf(result, `${caseName(result)}: approved`)).join('\n')}
<section>
<h2>Passed</h2>
<ul>${passed.map((result) => `<li>${escaped(caseName(result))}</li>`).join('')}</ul>
<p>${passed.length} passed${approved.size > 0 ? `, ${approved.size} approved: ${[...approved].map((result) => escaped(caseName(result))).join(', ')}` : ''}${skipped > 0 ? `, ${count(skipped, 'template')} unchanged` : ''}.</p>
</section>
<script>${script}</script>
</html>
`;
}

function sectionOf(result: CaseResult, title: string): string {
  const reasons = reasonsOf(result).map((reason) => `<li>${escaped(reason)}</li>`);
  return `<section>
<h2>${escaped(title)}</h2>
<ul>${reasons.join('')}</ul>
${result.images.map((images) => pageOf(images)).join('\n')}
</section>`;
}

function pageOf({ page, before, after, difference }: CaseResult['images'][number]): string {
  const picture = (bytes: Buffer, name: string) =>
    `<img src="data:image/png;base64,${bytes.toString('base64')}" alt="Page ${page}, ${name}">`;
  return `<h3>Page ${page}</h3>
<div class="pages">
<figure><figcaption>Before</figcaption>${picture(before, 'before')}</figure>
<figure><figcaption>After</figcaption>${picture(after, 'after')}</figure>
<figure><figcaption>Difference</figcaption>${picture(difference, 'difference')}</figure>
</div>
<details><summary>Slide from before to after</summary>
<input type="range" min="0" max="100" value="50" aria-label="Share of the page after the change, in per cent">
<div class="slide"></div>
</details>`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 110rem; padding: 0 1rem; }
section { border-top: 1px solid #8886; padding: .5rem 0 1.5rem; }
.pages { display: grid; gap: 1rem; grid-template-columns: repeat(3, 1fr); }
figure { margin: 0; }
figcaption { font-weight: 600; }
img { border: 1px solid #8888; box-sizing: border-box; display: block; max-width: 100%; }
input { display: block; margin: .5rem 0; width: min(100%, 60rem); }
.slide { display: inline-grid; }
.slide img { grid-area: 1 / 1; }
@media (max-width: 50rem) { .pages { grid-template-columns: 1fr; } }
`;

/** The slider shows the two images that its page has already. */
const script = `
for (const details of document.querySelectorAll('details')) {
  const [before, after] = details.previousElementSibling.querySelectorAll('img');
  const slide = details.querySelector('.slide');
  const range = details.querySelector('input');
  const over = after.cloneNode();
  const show = () => { over.style.clipPath = 'inset(0 ' + (100 - range.value) + '% 0 0)'; };
  details.addEventListener('toggle', () => {
    if (details.open && !slide.firstChild) slide.append(before.cloneNode(), over);
    show();
  });
  range.addEventListener('input', show);
}
`;

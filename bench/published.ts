/** The published tables: what each measures, and which are older than that. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface PublishedResults {
  readonly title: string;
  /** Files and folders whose changes make the table outdated. */
  readonly measures: readonly string[];
}

const rendering = ['browser', 'contract', 'pdf', 'render', 'runtime', 'template', 'twig'].map(
  (room) => `src/${room}`,
);
const everything = ['src', 'package-lock.json'];

/** Folder of `bench` → its table, in the order of the page that collects them. */
export const published: Readonly<Record<string, PublishedResults>> = {
  budget: { title: 'A delivered document, then and now', measures: everything },
  render: { title: 'Rendering, and everybody else', measures: rendering },
  corpus: { title: 'Real pages', measures: rendering },
  paged: { title: 'Pages as in a book', measures: rendering },
  serve: { title: 'The server', measures: everything },
  nodes: { title: 'Several servers on one database', measures: everything },
  fairness: { title: 'One team beside another', measures: everything },
  'own-thread': { title: 'Requests that are as large as the limits allow', measures: everything },
  startup: { title: 'Start-up', measures: everything },
  package: { title: 'Installation', measures: [...everything, 'package.json', 'build'] },
  twig: { title: 'The template language', measures: ['src/twig'] },
  pdf: { title: 'PDFs after printing', measures: ['src/pdf'] },
  sweep: { title: 'Public PDFs', measures: ['src/pdf', 'src/render/arrangement', 'src/forms'] },
  long: { title: 'Long documents', measures: rendering },
  seal: { title: 'Sealing', measures: ['src/render/sealing', 'src/signing', 'src/pdf'] },
  forms: { title: 'Forms', measures: [...rendering, 'src/forms'] },
  editor: { title: 'Editor templates', measures: ['src/template/pdfme', 'src/pdf'] },
  conformance: { title: 'Conformance', measures: ['src/conformance', 'src/pdf'] },
  signatures: { title: 'Signatures', measures: ['src/signing', 'src/pdf'] },
  soak: { title: 'Leaks and lost work', measures: everything },
};

/** What a table measures, and how it does: patterns for paths, as Git takes them. */
const measuredBy = (name: string): readonly string[] => [
  ...(published[name]?.measures ?? []),
  `bench/${name}`,
  // What they say of themselves makes no measurement wrong.
  ':(exclude,glob)bench/**/*.md',
];

/**
 * Returns a sentence for each table that is older than what it measures, or does not say how old it is. `root`: of the
 * repository.
 *
 * @example
 * outdatedResults('.'); // ['bench/twig/RESULTS.md was measured at 88df26a01234, before src/twig/lexer.ts changed: …']
 */
export function outdatedResults(root: string): string[] {
  return Object.keys(published).flatMap((name) => {
    const path = `bench/${name}/RESULTS.md`;
    const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
    const measured = [...text.matchAll(/; \d{4}-\d\d-\d\d, commit ([0-9a-f]{12})(?: (and changes))?/g)];
    if (measured.length === 0) return [`${path} does not say which commit was measured.`];
    return measured.flatMap(([, commit = '', changes]) => {
      const fault = changes ? 'with changes that were not committed' : changedSince(root, commit, name);
      return fault ? [`${path} was measured at ${commit}, ${fault}.`] : [];
    });
  });
}

function changedSince(root: string, commit: string, name: string): string | undefined {
  try {
    const args = ['diff', '--name-only', commit, 'HEAD', '--', ...measuredBy(name)];
    const [first] = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n');
    return first ? `before ${first} changed` : undefined;
  } catch {
    return 'which is not in this repository';
  }
}

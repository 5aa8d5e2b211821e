/**
 * Compares the saved files of a template with its approved documents, as `pdfapi test` does, while a page shows the
 * result. A newer comparison ends the one that is under way.
 */
import { existsSync } from 'node:fs';
import { Failure } from '#contract/errors';
import { type CaseResult, reasonsOf } from '../../test/case-result.ts';
import { findTestedTemplates, type TemplateCase } from '../../test/find-tested-templates.ts';
import type { GoldenCase, GoldenState } from './golden-state.ts';

export interface GoldenComparison {
  /** Null for a template without approved documents. */
  readonly state: GoldenState | null;
  /** Compares from now on, or no longer. */
  turn(isOn: boolean): void;
  /** Called when files have changed. */
  refresh(): void;
  /** A PNG that `state` names. */
  picture(id: string): Buffer | undefined;
  close(): void;
}

export interface GoldenOptions {
  readonly folder: string;
  /** Renders and compares a case. Never throws. */
  readonly compare: (tested: TemplateCase, signal: AbortSignal) => Promise<CaseResult>;
  readonly onChange: () => void;
}

export function startGoldenComparison({ folder, compare, onChange }: GoldenOptions): GoldenComparison {
  let isOn = false;
  let running: AbortController | undefined;
  let count = 0;
  let cases: readonly GoldenCase[] = [];
  let approved: readonly string[] = [];
  /** The pictures of the last complete comparison, and of the one that is under way. */
  let pictures = new Map<string, Buffer>();

  async function run(signal: AbortSignal): Promise<void> {
    const found = await approvedCases(folder);
    if (signal.aborted) return;
    approved = found.map(({ name }) => name);
    if (!isOn) return onChange();
    const before = cases;
    const next: GoldenCase[] = [];
    const drawn = new Map<string, Buffer>();
    onChange();
    for (const tested of found) {
      const result = await compare(tested, signal);
      if (signal.aborted) return;
      next.push(toGoldenCase(result, `${++count}`, drawn));
      // The other cases keep their earlier results until they are compared again.
      const others = before.filter(
        ({ name }) => approved.includes(name) && !next.some((each) => each.name === name),
      );
      cases = [...next, ...others];
      pictures = new Map([...pictures, ...drawn]);
      onChange();
    }
    cases = next;
    pictures = drawn;
  }

  function refresh(): void {
    running?.abort(new Failure('interrupted', 'A newer version is being compared.'));
    const mine = new AbortController();
    running = mine;
    void run(mine.signal).finally(() => {
      if (running !== mine) return;
      running = undefined;
      onChange();
    });
  }

  return {
    get state() {
      if (approved.length === 0) return null;
      return { isOn, isComparing: isOn && running !== undefined, approved, cases: isOn ? cases : [] };
    },
    turn(wanted) {
      if (wanted === isOn) return;
      isOn = wanted;
      if (!isOn) {
        cases = [];
        pictures = new Map();
      }
      refresh();
    },
    refresh,
    picture: (id) => pictures.get(id),
    close() {
      running?.abort(new Failure('interrupted', 'The preview has stopped.'));
      running = undefined;
    },
  };
}

/** Cases that have an approved document. The folder may be no template at the moment. */
async function approvedCases(folder: string): Promise<readonly TemplateCase[]> {
  try {
    const [found] = await findTestedTemplates([folder]);
    return (found?.cases ?? []).filter(({ golden }) => existsSync(golden));
  } catch {
    return [];
  }
}

function toGoldenCase(result: CaseResult, id: string, drawn: Map<string, Buffer>): GoldenCase {
  const { name, images, differences } = result;
  const named = images.map(({ page, ...bytes }) => {
    for (const view of ['before', 'after', 'difference'] as const) {
      drawn.set(`${id}-${page}-${view}`, bytes[view]);
    }
    return { page, id: `${id}-${page}` };
  });
  const differing = new Set(differences.flatMap(({ page }) => (page === undefined ? [] : [page])));
  return {
    name,
    result: result.result,
    differingPages: differing.size,
    reasons: reasonsOf(result),
    pictures: named,
  };
}

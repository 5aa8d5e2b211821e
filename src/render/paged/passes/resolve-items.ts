/** Reads the values that the cascade gave to elements. Invalid ones are left out, as browsers do. */

import { startTimeSlices } from '#runtime/time-slices';
import { parseFlowContent, parseRunning, parseStringSet } from '../css/flow-content.ts';
import { carriedName } from '../css/read-paged-css.ts';
import type { PagedStyles } from '../page-scripts/find-paged-styles.ts';
import type { FlowPart } from '../page-scripts/flow-part.ts';
import type { ResolveOptions } from '../page-scripts/resolve-paged.ts';

type ResolveItems = Pick<ResolveOptions, 'references' | 'strings' | 'running' | 'bookmarks'>;

const ownText: readonly FlowPart[] = [{ kind: 'content', part: 'text' }];

/** Works in slices of time: there may be many values. */
export async function toResolveItems({ values, found }: PagedStyles): Promise<ResolveItems> {
  const slice = startTimeSlices();
  const references: ResolveItems['references'][number][] = [];
  const strings: ResolveItems['strings'][number][] = [];
  const running: ResolveItems['running'][number][] = [];
  const bookmarks = new Map<number, { level?: number; label?: readonly FlowPart[]; isOpen?: boolean }>();
  const contents = remembered(values, parseFlowContent);
  const stringSets = remembered(values, parseStringSet);
  const runningNames = remembered(values, parseRunning);
  for (const { element, pseudo, property, value } of found) {
    await slice();
    const text = values[value] ?? '';
    const bookmark = (change: { level?: number; label?: readonly FlowPart[]; isOpen?: boolean }) =>
      bookmarks.set(element, { ...bookmarks.get(element), ...change });
    switch (property) {
      case carriedName('content'): {
        const parts = contents(value);
        if (parts) references.push({ element, pseudo, parts });
        break;
      }
      case carriedName('string-set'):
        for (const assignment of stringSets(value) ?? []) strings.push({ element, ...assignment });
        break;
      case carriedName('position'): {
        const name = runningNames(value);
        if (name !== undefined) running.push({ element, name });
        break;
      }
      case carriedName('bookmark-level'):
        if (/^\d+$/.test(text)) bookmark({ level: Number(text) });
        break;
      case carriedName('bookmark-label'): {
        const label = contents(value);
        if (label) bookmark({ label });
        break;
      }
      case carriedName('bookmark-state'):
        bookmark({ isOpen: text.toLowerCase() !== 'closed' });
    }
  }
  const leveled = [...bookmarks].flatMap(([element, { level = 0, label = ownText, isOpen = true }]) =>
    level > 0 ? [{ element, level, label, isOpen }] : [],
  );
  return { references, strings, running, bookmarks: leveled };
}

/** Parses each value once. */
function remembered<Result>(
  values: readonly string[],
  parse: (text: string) => Result,
): (value: number) => Result {
  const results = new Map<number, Result>();
  return (value) => {
    if (!results.has(value)) results.set(value, parse(values[value] ?? ''));
    return results.get(value) as Result;
  };
}

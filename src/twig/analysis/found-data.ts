/** The state that a search for data shares between all templates that it visits. */
import type { CompileClock } from '../compile-clock.ts';
import type { TemplateNode } from '../parser/ast.ts';
import type { Source } from '../source.ts';
import type { UsesByPath } from './uses-by-path.ts';

export interface FoundData {
  readonly paths: Set<string>;
  readonly required: Set<string>;
  readonly uses: UsesByPath;
  /** Returns a partial to visit where it is named, unless there is none or too much was visited. */
  readonly follow: (name: string) => Tree | undefined;
  /** Called where the template may read any of the data: `_context`, a partial that only the data names. */
  readonly onContext: () => void;
  /** Limits the time. */
  readonly clock: CompileClock;
}

export interface Tree {
  readonly tree: TemplateNode;
  readonly source: Source;
}

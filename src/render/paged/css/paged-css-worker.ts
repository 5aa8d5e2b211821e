/** Runs in each thread that reads style sheets. */
import { serveTasks } from '#runtime/serve-tasks';
import { type CssImport, findImports } from './find-imports.ts';
import { type PagedCss, readPagedCss, type SheetText } from './read-paged-css.ts';

export type CssTask =
  | { readonly kind: 'imports'; readonly css: string }
  | { readonly kind: 'read'; readonly sheets: readonly SheetText[] };

export type CssTaskResult = readonly CssImport[] | PagedCss;

serveTasks(
  (task: CssTask): CssTaskResult =>
    task.kind === 'imports' ? findImports(task.css) : readPagedCss(task.sheets),
);

/** Runs in each thread that parses HTML. */
import { serveTasks } from '../../workers/serve-tasks.ts';
import {
  type HeaderFooterText,
  type ParsedHeaderFooter,
  parseHeaderFooter,
} from '../header-footer/parse-header-footer.ts';
import { hasScripts } from '../print/scripts.ts';
import { type DocumentFacts, readFacts } from '../print/text-facts.ts';

export interface HtmlTasks {
  readonly facts: { readonly html: string; readonly styles: string };
  readonly scripts: { readonly html: string };
  readonly headerFooter: HeaderFooterText;
}

export interface HtmlResults {
  readonly facts: DocumentFacts;
  readonly scripts: boolean;
  readonly headerFooter: ParsedHeaderFooter;
}

export type HtmlTask = {
  readonly [Kind in keyof HtmlTasks]: { readonly kind: Kind } & HtmlTasks[Kind];
}[keyof HtmlTasks];

serveTasks(async (task: HtmlTask): Promise<HtmlResults[keyof HtmlResults]> => {
  switch (task.kind) {
    case 'facts':
      return { html: readFacts(task.html), styles: readFacts(task.styles) };
    case 'scripts':
      return await hasScripts(task.html);
    case 'headerFooter':
      return parseHeaderFooter(task);
  }
});

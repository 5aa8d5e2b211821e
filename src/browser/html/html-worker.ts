/** Runs in each thread that parses HTML. */
import { serveTasks } from '#runtime/serve-tasks';
import { hasScripts } from '../print/scripts.ts';
import { type DocumentFacts, readFacts } from '../print/text-facts.ts';

export interface HtmlTasks {
  readonly facts: { readonly html: string; readonly styles: string };
  readonly scripts: { readonly html: string };
}

export interface HtmlResults {
  readonly facts: DocumentFacts;
  readonly scripts: boolean;
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
  }
});

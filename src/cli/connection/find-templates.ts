/**
 * Resolves the names of templates to ids. The API knows templates only by id, and each request counts against the
 * team's rate limit. So the list is read page by page, most recently changed first, and only up to the last name that
 * is needed: one request for a team of up to 50 templates. The management API returns all of them in one request, but
 * only to tokens with its scope, which tokens that render seldom have.
 */
import type { TemplateListPage } from '#client/client';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { digitsHint, isEqualName, type TemplateReference, templateName } from '#contract/templates';
import { withHint } from '../commands/batch/with-hint.ts';
import type { RenderedTemplate } from '../rendering/result.ts';

/** Returns a page of `GET /templates`, counted from 1. */
export type ReadTemplatePage = (page: number) => Promise<TemplateListPage>;

/**
 * Returns the templates in the given order, each with its id. Sends no request if all of them were given by id. Names
 * are compared exactly. `server` is its address, for messages.
 *
 * Throws `template_not_found` with the nearest name, and `usage` if a server has several templates of one name (those
 * of `pdfapi serve` never do).
 */
export async function findTemplates(
  readPage: ReadTemplatePage,
  given: readonly TemplateReference[],
  server: string,
): Promise<RenderedTemplate[]> {
  const wanted = new Set(given.flatMap((each) => (each.kind === 'name' ? [templateName(each.name)] : [])));
  const found = new Map<string, number>();
  const seen: string[] = [];
  for (let page = 1, last = 1; page <= last && found.size < wanted.size; page++) {
    const { templates, lastPage } = await readPage(page);
    for (const name of wanted) {
      const ids = [...new Set(templates.filter((each) => isEqualName(each.name, name)).map(({ id }) => id))];
      if (ids.length > 1) throw severalOfName(name, ids, server);
      if (ids[0] !== undefined && !found.has(name)) found.set(name, ids[0]);
    }
    seen.push(...templates.map(({ name }) => name));
    last = lastPage;
  }
  return await Promise.all(
    given.map(async (each) => {
      if (each.kind === 'id') return { id: each.id, name: null };
      const id = found.get(templateName(each.name));
      if (id === undefined) throw await unknownName(each.name, seen, server);
      return { id, name: each.name };
    }),
  );
}

/**
 * Returns the error for ids that the server does not know. A number on the command line is always an id, so a template
 * whose name is a number is found by this function and suggested.
 */
export async function explainUnknownId(
  error: unknown,
  readPage: ReadTemplatePage,
  given: readonly TemplateReference[],
): Promise<unknown> {
  if (!isUnknownId(error)) return error;
  const numbers = new Set(given.flatMap((each) => (each.kind === 'id' ? [String(each.id)] : [])));
  if (numbers.size === 0) return error;
  let hint = 'See: pdfapi templates list';
  try {
    for (let page = 1, last = 1; page <= last; page++) {
      const { templates, lastPage } = await readPage(page);
      const named = templates.find(({ name }) => numbers.has(name));
      if (named) {
        hint = digitsHint(named.name);
        break;
      }
      last = lastPage;
    }
  } catch {
    // A failed lookup for the hint must not hide the error.
  }
  return withHint(error, hint);
}

/** Whether a server has no template of this id. Some servers of this API say no more than 404. */
export const isUnknownId = (error: unknown): error is Failure =>
  error instanceof Failure && ['not_found', 'template_not_found'].includes(error.code);

async function unknownName(name: string, known: readonly string[], server: string): Promise<Failure> {
  const suggestion = didYouMean(name, known);
  const list = 'See: pdfapi templates list';
  const folder = suggestion === '' ? await nearestFolder(name) : undefined;
  return new Failure('template_not_found', `There is no template "${name}" on ${server}.${suggestion}`, {
    hint: folder === undefined ? list : `${list}. A folder is named by its path: ${folder}`,
  });
}

async function nearestFolder(name: string): Promise<string | undefined> {
  const { similarTemplates } = await import('#template/load/similar-templates');
  return await similarTemplates(name);
}

const severalOfName = (name: string, ids: readonly number[], server: string): Failure =>
  new Failure('usage', `${server} has several templates named "${name}".`, {
    hint: `Give the id of one: ${ids.join(' or ')}.`,
  });

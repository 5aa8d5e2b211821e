/** The completions that an editor offers at a place of a template. */
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import type { CompletionVocabulary } from '../completion-vocabulary.ts';
import { describeType, schemaAt } from './schema-tree.ts';
import { type TwigContext, twigContextAt } from './twig-context.ts';
import type { MadeVariable, TwigScope } from './twig-scope.ts';
import type { Subject } from './twig-subject.ts';

interface TwigOption {
  readonly label: string;
  /** `made` is a variable that the template makes. */
  readonly kind: 'data' | 'made' | 'property' | 'filter' | 'function' | 'test' | 'tag' | 'word' | 'partial';
  /** The type of a variable, or the parameters of a function. */
  readonly detail?: string | undefined;
  /** A sentence about it. */
  readonly info?: string | undefined;
  /** Further up. From 0. */
  readonly rank?: number | undefined;
  /** Whether parentheses follow its name. */
  readonly isCalled?: boolean | undefined;
}

export interface TwigSources {
  readonly vocabulary: CompletionVocabulary;
  /** The data of the template: what it has, and what the template reads. */
  readonly schema: DataSchemaJson;
  /** The part of it that data.json and schema.json have. */
  readonly given: DataSchemaJson;
  /** Names of partials. */
  readonly partials: readonly string[];
  /** A header or footer, which reads `page`. */
  readonly hasPage: boolean;
}

export interface TwigOptions {
  /** The offset of what is replaced. */
  readonly from: number;
  readonly options: readonly TwigOption[];
}

/**
 * Undefined where nothing of Twig can be typed.
 *
 * @example twigOptionsAt('{{ na', 5, sources).options[0] // { label: 'name', kind: 'data', detail: 'text' }
 */
export function twigOptionsAt(text: string, position: number, sources: TwigSources): TwigOptions | undefined {
  const { vocabulary } = sources;
  const context = twigContextAt(text, position, (tag) => (own(vocabulary.twig.tags, tag) ?? []).length > 0);
  if (!context) return undefined;
  const options = optionsOf(context, sources);
  return options.length > 0 ? { from: context.from, options } : undefined;
}

function optionsOf(context: TwigContext, sources: TwigSources): readonly TwigOption[] {
  const { twig } = sources.vocabulary;
  switch (context.kind) {
    case 'variable':
      return [...variables(context.scope, sources), ...functions(sources)];
    case 'property':
      return propertiesOf(context.subject, context.scope, sources);
    case 'operator':
      return twig.operators.map((label) => ({ label, kind: 'word' }));
    case 'filter':
      return callables(twig.filters, 'filter');
    case 'test':
      return callables(twig.tests, 'test');
    case 'tag':
      return tagsWithin(context.open, sources);
    case 'partial':
      return sources.partials.map((label) => ({ label, kind: 'partial' }));
  }
}

function variables(scope: TwigScope, { schema, given, hasPage }: TwigSources): TwigOption[] {
  const made = [...scope.made].map(
    ([label, variable]): TwigOption => ({
      label,
      kind: 'made',
      detail: variable.type ?? describeType(resolve(variable, scope, schema)),
      info: variable.origin,
      rank: 2,
    }),
  );
  if (scope.isMacro) return made;
  const page: TwigOption = {
    label: 'page',
    kind: 'made',
    detail: 'object',
    info: 'the page that is printed',
    rank: 2,
  };
  const data = Object.entries(schema.properties ?? {})
    .filter(([name]) => !scope.made.has(name) && isPlain(name))
    .map(([name, each]) => ({
      ...ofSchema(name, each, 'data'),
      rank: own(given.properties ?? {}, name) ? 2 : 1,
    }));
  return [...made, ...(hasPage ? [page] : []), ...data];
}

/** Other names are read with `attribute` or brackets. */
const isPlain = (name: string): boolean => /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/.test(name);

function ofSchema(label: string, schema: DataSchemaJson, kind: 'data' | 'property'): TwigOption {
  const examples = Array.isArray(schema.examples) ? schema.examples.slice(0, 4).join(', ') : '';
  const info = [schema.description, examples && `Such as ${examples}`].filter(Boolean).join(' ');
  return { label, kind, detail: describeType(schema), info: info === '' ? undefined : info };
}

const functions = ({ vocabulary }: TwigSources): TwigOption[] => [
  ...callables(vocabulary.twig.functions, 'function'),
  ...['true', 'false', 'null', 'not'].map((label): TwigOption => ({ label, kind: 'word' })),
];

const callables = (
  words: Readonly<Record<string, string>>,
  kind: 'filter' | 'function' | 'test',
): TwigOption[] =>
  Object.entries(words).map(([label, detail]) => ({
    label,
    kind,
    detail,
    // Optional arguments are left out more often than not.
    isCalled: kind === 'function' || /^\((?![^,)]*\?)(?!…)/.test(detail),
  }));

/** The tag that is open most deeply can be ended or divided. */
function tagsWithin(open: readonly string[], { vocabulary }: TwigSources): TwigOption[] {
  const { tags } = vocabulary.twig;
  const inner = own(tags, open.at(-1) ?? '') ?? [];
  return [
    ...inner.map((label): TwigOption => ({ label, kind: 'tag', rank: label.startsWith('end') ? 2 : 1 })),
    ...Object.keys(tags).map((label): TwigOption => ({ label, kind: 'tag' })),
  ];
}

function propertiesOf(subject: Subject, scope: TwigScope, sources: TwigSources): readonly TwigOption[] {
  const { vocabulary, schema, hasPage } = sources;
  const { name, path } = subject;
  const made = scope.made.get(name);
  if (name === 'loop' && made && path.length === 0) {
    return vocabulary.twig.loop.map((label) => ({ label, kind: 'property' }));
  }
  if (name === 'page' && hasPage && !made) {
    const found = schemaAt(vocabulary.page, path);
    return Object.entries(found?.properties ?? {}).map(([label, each]) => ofSchema(label, each, 'property'));
  }
  const found = resolveSubject(subject, scope, schema);
  return Object.entries(found?.properties ?? {})
    .filter(([label]) => isPlain(label))
    .map(([label, each]) => ofSchema(label, each, 'property'));
}

/** Variables may be made of each other, and of themselves: `{% set a = a %}`. */
const maxSteps = 50;

function resolveSubject(
  { name, path }: Subject,
  scope: TwigScope,
  schema: DataSchemaJson,
): DataSchemaJson | undefined {
  const seen = new Set<string>();
  let [root, steps] = [name, path];
  for (let count = 0; count < maxSteps; count++) {
    const variable = seen.has(root) ? undefined : scope.made.get(root);
    if (!variable) return scope.isMacro ? undefined : schemaAt(schema, [root, ...steps]);
    if (!variable.value) return undefined;
    seen.add(root);
    [root, steps] = [variable.value.name, [...variable.value.path, ...steps]];
  }
  return undefined;
}

const resolve = ({ value }: MadeVariable, scope: TwigScope, schema: DataSchemaJson) =>
  value && resolveSubject(value, scope, schema);

const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/**
 * The sources of the code editor's completions: the words of the languages, and the data of the template that is open.
 * Both are fetched when they are first needed.
 */
import { isCaseFile } from '#contract/templates';
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import {
  joinSchemas,
  namedSchema,
  schemaOfText,
  withoutReferences,
  wordsOf,
} from '../../code/schema-tree.ts';
import type { TwigSources } from '../../code/twig-options.ts';
import type { CompletionVocabulary } from '../../completion-vocabulary.ts';

export interface EditedTemplate {
  /** Returns the paths of the template's files. */
  readonly paths: () => readonly string[];
  readonly textOf: (path: string) => string | undefined;
  /** Resolves to the JSON Schema of what the template reads, or to undefined while it cannot be known. */
  readonly readVariables: () => Promise<DataSchemaJson | undefined>;
}

export interface CompletionSources {
  css(): Promise<CompletionVocabulary['css']>;
  schema(): Promise<DataSchemaJson>;
  /** `position` is that of the cursor in the file. */
  forTwig(path: string, position: number): Promise<TwigSources>;
  clear(): void;
}

let vocabulary: Promise<CompletionVocabulary> | undefined;

/** The words of the languages, from where this file comes from. */
function loadVocabulary(): Promise<CompletionVocabulary> {
  vocabulary ??= fetch(new URL('./vocabulary.json', import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`The words of the languages: ${response.status}`);
    return response.json();
  });
  // Tried again next time.
  vocabulary.catch(() => {
    vocabulary = undefined;
  });
  return vocabulary;
}

export function completionSources({ paths, textOf, readVariables }: EditedTemplate): CompletionSources {
  /** The schema of what the template reads, as last known. */
  let read: DataSchemaJson | undefined;

  /** The words of the template, but for the one that is being typed. Undefined without its files. */
  function words(path = '', position = 0): ReadonlySet<string> | undefined {
    const others = paths().filter((each) => !isDataPath(each));
    if (others.length === 0) return undefined;
    return new Set(
      others.flatMap((each) => {
        const text = textOf(each) ?? '';
        return each === path
          ? [
              ...wordsOf(text.slice(0, position).replace(/[\w\u0080-\uffff]+$/, '')),
              ...wordsOf(text.slice(position)),
            ]
          : wordsOf(text);
      }),
    );
  }

  async function schemas(path?: string, position?: number) {
    // First, because it may bring the text of schema.json.
    read = (await readVariables().catch(() => undefined)) ?? read;
    const given = joinSchemas([
      schemaOfText(textOf('data.json')),
      withoutReferences(parse(textOf('schema.json'))),
    ]);
    const present = words(path, position);
    // It may have been read when a name was half typed.
    return { given, schema: joinSchemas([given, present ? namedSchema(read, present) : read]) };
  }

  return {
    css: async () => (await loadVocabulary()).css,
    schema: async () => (await schemas()).schema,
    async forTwig(path, position) {
      return {
        vocabulary: await loadVocabulary(),
        ...(await schemas(path, position)),
        partials: paths()
          .filter((each) => each.startsWith('partials/'))
          .map((each) => each.slice('partials/'.length)),
        hasPage: /^(?:header|footer)(?:-[^/]+)?\.html$/.test(path),
      };
    },
    clear() {
      read = undefined;
    },
  };
}

const isDataPath = (path: string): boolean =>
  path === 'data.json' || path === 'schema.json' || isCaseFile(path);

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

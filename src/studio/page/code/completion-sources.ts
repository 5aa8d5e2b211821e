/**
 * The sources of the code editor's completions: the words of the languages, and the data of the template that is open.
 * Both are fetched when they are first needed.
 */
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import { joinSchemas, schemaOfText, withoutReferences } from '../../code/schema-tree.ts';
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
  forTwig(path: string): Promise<TwigSources>;
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

  async function schema() {
    // First, because it may bring the text of schema.json.
    read = (await readVariables().catch(() => undefined)) ?? read;
    return joinSchemas([
      schemaOfText(textOf('data.json')),
      withoutReferences(parse(textOf('schema.json'))),
      read,
    ]);
  }

  return {
    css: async () => (await loadVocabulary()).css,
    schema,
    async forTwig(path) {
      return {
        vocabulary: await loadVocabulary(),
        schema: await schema(),
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

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What the code editor completes: the words of the languages, and the data of the template that is open. Both are fetched
 * when they are needed first.
 */
import { joinSchemas, schemaOfText, withoutReferences } from '../../code/schema-tree.ts';

let vocabulary;

/** The words of the languages, from where this file comes from. */
function loadVocabulary() {
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

/**
 * `paths` returns those of the template's files, `textOf` the text of one. `readVariables` resolves to the JSON Schema of
 * what the template reads, or to undefined while it cannot be known.
 */
export function completionSources({ paths, textOf, readVariables }) {
  /** What the template reads, as far as it was known last. */
  let read;

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

function parse(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

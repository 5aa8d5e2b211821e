/** Twig within HTML as a language of CodeMirror: a tree of both, so that each has its colours, brackets and completions. */
import type { CompletionSource } from '@codemirror/autocomplete';
import { autoCloseTags, html, htmlCompletionSource } from '@codemirror/lang-html';
import { defineLanguageFacet, Language, LanguageSupport, languageDataProp } from '@codemirror/language';
import {
  type Input,
  NodeSet,
  NodeType,
  Parser,
  type PartialParse,
  parseMixed,
  Tree,
  type TreeFragment,
} from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { divideTwig, type TwigToken } from '../../code/twig-regions.ts';

const data = defineLanguageFacet({
  commentTokens: { block: { open: '{#', close: '#}' } },
  closeBrackets: { brackets: ['(', '[', '{', "'", '"'] },
});

const idOf = { Template: 0, Text: 1, Output: 2, Tag: 3, Comment: 4, Delimiter: 5 };
const names = Object.keys(idOf);
const kinds: readonly TwigToken['kind'][] = [
  ...(['tag', 'name', 'property', 'filter', 'function', 'test', 'word', 'constant'] as const),
  ...(['string', 'number', 'operator', 'punctuation'] as const),
];
const tokenNames = kinds.map((kind) => `Twig${kind.charAt(0).toUpperCase()}${kind.slice(1)}`);

const nodeSet = new NodeSet(
  [...names, ...tokenNames].map((name, id) => NodeType.define({ id, name, top: id === 0 })),
).extend(
  languageDataProp.add((type) => (type.isTop ? data : undefined)),
  styleTags({
    Comment: tags.blockComment,
    Delimiter: tags.processingInstruction,
    TwigTag: tags.controlKeyword,
    TwigName: tags.variableName,
    TwigProperty: tags.propertyName,
    TwigFilter: tags.special(tags.variableName),
    TwigFunction: tags.special(tags.variableName),
    TwigTest: tags.special(tags.variableName),
    TwigWord: tags.operatorKeyword,
    TwigConstant: tags.bool,
    TwigString: tags.string,
    TwigNumber: tags.number,
    TwigOperator: tags.operator,
    TwigPunctuation: tags.punctuation,
  }),
);

/** Nodes of the regions, children before their parents, as `Tree.build` takes them. */
function toTree(text: string): Tree {
  const buffer: number[] = [];
  const add = (id: number, from: number, to: number, children = 0) =>
    buffer.push(id, from, to, 4 * (children + 1));
  for (const { kind, from, to, innerFrom, innerTo, isClosed, tokens } of divideTwig(text)) {
    if (kind === 'text') add(idOf.Text, from, to);
    else if (kind === 'comment') add(idOf.Comment, from, to);
    else {
      add(idOf.Delimiter, from, innerFrom);
      for (const token of tokens) add(names.length + kinds.indexOf(token.kind), token.from, token.to);
      if (isClosed) add(idOf.Delimiter, innerTo, to);
      add(kind === 'tag' ? idOf.Tag : idOf.Output, from, to, tokens.length + (isClosed ? 2 : 1));
    }
  }
  return Tree.build({ buffer, nodeSet, topID: idOf.Template, length: text.length });
}

/** Reads the whole text at once: a megabyte takes some milliseconds. */
class TwigParser extends Parser {
  createParse(input: Input): PartialParse {
    let stoppedAt: number | null = null;
    return {
      get parsedPos() {
        return 0;
      },
      get stoppedAt() {
        return stoppedAt;
      },
      stopAt(position) {
        stoppedAt = position;
      },
      advance: () => toTree(input.read(0, stoppedAt ?? input.length)),
    };
  }
}

// Twig may close an element that another branch opens.
const htmlLanguage = html({ matchClosingTags: false }).language;
const htmlSupport = [htmlLanguage.data.of({ autocomplete: htmlCompletionSource }), autoCloseTags];

const twigParser = new TwigParser();
const mix = parseMixed((node) =>
  node.type.isTop ? { parser: htmlLanguage.parser, overlay: ({ type }) => type.id === idOf.Text } : null,
);

class TwigInHtmlParser extends Parser {
  createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    return mix(twigParser.createParse(input), input, fragments, ranges);
  }
}

const twigLanguage = new Language(data, new TwigInHtmlParser(), [], 'twig');

/** `complete` is a source of completions for Twig. HTML has its own. */
export const twigInHtml = (complete: CompletionSource): LanguageSupport =>
  new LanguageSupport(twigLanguage, [htmlSupport, data.of({ autocomplete: complete })]);

/** HTML whose braces are no Twig, such as a picture. */
export const plainHtml = (): LanguageSupport => new LanguageSupport(htmlLanguage, htmlSupport);

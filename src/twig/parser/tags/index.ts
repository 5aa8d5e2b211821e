/** All tags. Each parses the rest of its tag after the name, with the body if it has one, and returns the node. */
import type { Node } from '../ast.ts';
import type { TemplateParser } from '../template-parser.ts';
import { parseBlock, parseExtends, parseUse } from './block.ts';
import { parseFor } from './for.ts';
import { parseGuard } from './guard.ts';
import { parseIf } from './if.ts';
import { parseFrom, parseImport, parseMacro } from './import.ts';
import { parseEmbed, parseInclude } from './include.ts';
import { parseDo, parseSet, parseWith } from './set.ts';
import {
  parseApply,
  parseAutoescape,
  parseCache,
  parseDeprecated,
  parseFlush,
  parseSandbox,
  parseTypes,
} from './wrap.ts';

export type Tag = (parser: TemplateParser, name: string, at: number) => Node;

export const tags: ReadonlyMap<string, Tag> = new Map<string, Tag>([
  ['apply', parseApply],
  ['autoescape', parseAutoescape],
  ['block', parseBlock],
  ['cache', parseCache],
  ['deprecated', parseDeprecated],
  ['do', parseDo],
  ['embed', parseEmbed],
  ['extends', parseExtends],
  ['flush', parseFlush],
  ['for', parseFor],
  ['from', parseFrom],
  ['guard', parseGuard],
  ['if', parseIf],
  ['import', parseImport],
  ['include', parseInclude],
  ['macro', parseMacro],
  ['sandbox', parseSandbox],
  ['set', parseSet],
  ['types', parseTypes],
  ['use', parseUse],
  ['with', parseWith],
]);

/** Tags with a body → the tags that divide or end it, the last of which ends it. */
export const innerTags: ReadonlyMap<string, readonly string[]> = new Map([
  ['for', ['else', 'endfor']],
  ['if', ['elseif', 'else', 'endif']],
  ...['apply', 'autoescape', 'block', 'cache', 'embed', 'guard', 'macro', 'sandbox', 'set', 'with'].map(
    (name): [string, readonly string[]] => [name, name === 'guard' ? ['else', 'endguard'] : [`end${name}`]],
  ),
]);

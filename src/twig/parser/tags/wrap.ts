/** Parses tags that wrap a body, and tags that have no effect on the output. */

import type { Node } from '../ast.ts';
import { parseArguments } from '../expressions/arguments.ts';
import { parseFilter } from '../expressions/postfix.ts';
import type { TemplateParser } from '../template-parser.ts';

const strategies = ['html', 'js', 'css', 'url', 'html_attr', 'html_attr_relaxed'];

export function parseApply(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  let filter = parseFilter(parser.expressions, { kind: 'captured', at });
  while (stream.nextIf('punctuation', '|')) filter = parseFilter(parser.expressions, filter);
  const body = parser.parseBody({ name, at });
  parser.endTag();
  return { kind: 'apply', at, filter, body };
}

export function parseAutoescape(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  let strategy: string | false = 'html';
  if (!stream.test('block end')) {
    const given = parser.expressions.parse();
    if (given.kind !== 'constant' || (typeof given.value !== 'string' && given.value !== false)) {
      return stream.fail('An escaping strategy must be a string or false.', given.at);
    }
    strategy = given.value === 'name' ? 'html' : given.value;
    if (strategy !== false && !strategies.includes(strategy)) {
      stream.fail(
        `Unknown escaping strategy "${strategy}" (valid ones: ${strategies.join(', ')}).`,
        given.at,
      );
    }
  }
  const body = parser.withStrategy(strategy, () => parser.parseBody({ name, at }));
  parser.endTag();
  return { kind: 'autoescape', at, strategy, body };
}

/** Parses the body of a `sandbox` tag and nothing else, because every template is already sandboxed. */
export function parseSandbox(parser: TemplateParser, name: string, at: number): Node {
  const body = parser.parseBody({ name, at });
  parser.endTag();
  return body;
}

/** Parses a `cache` tag and keeps only its body. It is rendered each time, because nothing outlives a render. */
export function parseCache(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  parser.expressions.parse();
  while (stream.test('name', 'ttl') || stream.test('name', 'tags')) {
    stream.next();
    parseArguments(parser.expressions);
  }
  const body = parser.parseBody({ name, at });
  parser.endTag();
  return body;
}

export function parseDeprecated(parser: TemplateParser, _name: string, at: number): Node {
  const { stream } = parser;
  parser.expressions.parse();
  while (stream.test('name')) {
    const option = stream.next();
    if (option.value !== 'package' && option.value !== 'version') {
      stream.fail(`Unknown "${option.value}" option of the "deprecated" tag.`, option.at);
    }
    stream.expect('operator', '=');
    parser.expressions.parse();
  }
  parser.endTag();
  return { kind: 'nothing', at };
}

export function parseFlush(parser: TemplateParser, _name: string, at: number): Node {
  parser.endTag();
  return { kind: 'nothing', at };
}

/** Parses `{% types {name: 'string', age?: 'number'} %}`. As in PHP, the types are not enforced. */
export function parseTypes(parser: TemplateParser, _name: string, at: number): Node {
  const { stream } = parser;
  const braces = stream.nextIf('punctuation', '{') !== null;
  for (let first = true; ; first = false) {
    if (stream.test('block end') || stream.test('punctuation', '}')) break;
    if (!first) {
      stream.expect('punctuation', ',', 'Types are separated by commas');
      if (stream.test('block end') || stream.test('punctuation', '}')) break;
    }
    stream.expect('name');
    if (stream.nextIf('operator', '?:') === null) {
      stream.nextIf('punctuation', '?');
      stream.expect('punctuation', ':', 'A name is followed by a colon and its type');
    }
    stream.expect('string');
  }
  if (braces) stream.expect('punctuation', '}');
  parser.endTag();
  return { kind: 'nothing', at };
}

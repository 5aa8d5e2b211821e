import type { Node } from '../ast.ts';
import type { TemplateParser } from '../template-parser.ts';

/** Parses `{% guard function name %}`. The branch that does not apply may use names that do not exist. */
export function parseGuard(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  const opener = { name, at };
  const kind = stream.expect('name');
  if (kind.value !== 'filter' && kind.value !== 'function' && kind.value !== 'test') {
    stream.fail('A "guard" tag asks for a filter, a function or a test.', kind.at);
  }
  let wanted = stream.expect('name').value;
  if (kind.value === 'test' && stream.test('name')) wanted += ` ${stream.next().value}`;
  parser.endTag();
  const table = { filter: 'filters', function: 'functions', test: 'tests' } as const;
  const exists = parser.vocabulary[table[kind.value as 'filter']].has(wanted);
  let kept: Node = { kind: 'nothing', at };
  if (exists) kept = parser.parseUntil(opener, 'else', 'endguard');
  else skip(parser, opener, 'else', 'endguard');
  if (stream.next().value === 'else') {
    parser.endTag();
    if (exists) skip(parser, opener, 'endguard');
    else kept = parser.parseUntil(opener, 'endguard');
    stream.next();
  }
  parser.endTag();
  return kept;
}

/**
 * Skips to the name of the next tag in `ends` without parsing the tokens before it. Only nested `if`, `for` and `guard`
 * tags are tracked.
 */
function skip(parser: TemplateParser, opener: { name: string; at: number }, ...ends: string[]): void {
  const { stream } = parser;
  // An `else` belongs to the innermost open tag. It is this guard's only if no nested tag is open.
  const open: string[] = [];
  for (;;) {
    const token = stream.next();
    if (token.type === 'end of template') stream.fail(`Unclosed "${opener.name}" tag.`, opener.at);
    if (token.type !== 'block start' || stream.current.type !== 'name') continue;
    const tag = stream.current.value;
    if (open.length === 0 && ends.includes(tag)) return;
    if (tag === 'if' || tag === 'for' || tag === 'guard') open.push(tag);
    else if (open.length > 0 && tag === `end${open.at(-1)}`) open.pop();
  }
}

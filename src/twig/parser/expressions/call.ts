/** Parses calls by name: functions, and macros imported by a `from` tag. */

import { suggestName } from '../../foreign-names.ts';
import type { Argument, Expression } from '../ast.ts';
import type { ExpressionParser } from '../expression-parser.ts';
import { parseArguments } from './arguments.ts';

/** Functions that pass on the surrounding variables, including `loop`. */
const seesContext = new Set(['include', 'block', 'parent']);

export function parseCall(parser: ExpressionParser, name: string, at: number): Expression {
  const { stream } = parser;
  const imported = parser.context.importedMacro(name);
  if (imported) {
    return {
      kind: 'macro',
      at,
      module: imported.module,
      name: imported.name,
      arguments: parseArguments(parser),
    };
  }
  if (!parser.context.functions.has(name)) {
    const isMacro = new RegExp(`\\{%[-~]?\\s{0,99}macro\\s{1,99}${name}\\b`).test(stream.source.text);
    const hint = isMacro
      ? ` A macro of this template is called "_self.${name}(…)".`
      : suggestName('function', name, parser.context);
    stream.fail(`Unknown function "${name}".${hint}`, at);
  }
  if (seesContext.has(name)) parser.context.usesLoop();
  const reason = name === 'parent' ? parser.context.whyNoParent() : null;
  if (reason !== null) stream.fail(reason, at);
  const args = parseArguments(parser);
  if (name === 'attribute') return attributeCall(parser, args, at);
  return { kind: 'function', at, name, arguments: args };
}

/** Converts a call `attribute(object, name)` to the node of `object.(name)`. */
function attributeCall(parser: ExpressionParser, args: Argument[], at: number): Expression {
  const named = (name: string, index: number) =>
    args.find((each) => each.name === name) ?? (args[index]?.name === null ? args[index] : undefined);
  const object = named('variable', 0)?.value;
  const key = named('attribute', 1)?.value;
  if (!object || !key) {
    return parser.stream.fail('The "attribute" function takes a variable and the name of an attribute.', at);
  }
  const given = named('arguments', 2)?.value;
  const values = given?.kind === 'list' ? given.items.map((each) => ({ ...each, name: null })) : [];
  return { kind: 'attribute', at, object, key, access: 'dot', arguments: values, nullSafe: false };
}

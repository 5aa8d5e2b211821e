/** Compiles `object.name` and `object[key]`, and the test `is defined`. */

import { TwigFault } from '../errors.ts';
import type { Expression } from '../parser/ast.ts';
import { attribute, knownAttribute, missingAttribute } from '../runtime/attribute.ts';
import { getBlockChains } from '../runtime/inheritance.ts';
import type { Frame } from '../runtime/runtime.ts';
import { isArray, type Key, toKey } from '../runtime/values/array.ts';
import { toText } from '../runtime/values/text.ts';
import type { Callable } from './callable.ts';
import type { ExpressionCompiler, ExpressionKind, Reading, Run } from './expression.ts';
import { compileMacroName } from './macro-call.ts';
import { noticeUndefined } from './notice-undefined.ts';

export function compileAttribute(
  compiler: ExpressionCompiler,
  node: ExpressionKind<'attribute'>,
  reading: Reading,
  keepsUndefined: boolean,
): Run {
  const object = compiler.compile(node.object, reading, true);
  const { at, nullSafe } = node;
  const isNoticed = compiler.notices(reading);
  const absent = keepsUndefined ? undefined : null;
  // The meaning of a decimal index depends on the object.
  const isDecimal =
    node.key.kind === 'constant' && typeof node.key.value === 'number' && !Number.isInteger(node.key.value);
  if (node.key.kind === 'constant' && !isDecimal && node.access !== 'call' && node.arguments.length === 0) {
    const raw = node.key.value;
    const key = toKey(raw) as Key;
    return (frame) => {
      const from = object(frame);
      const value = knownAttribute(from, key);
      if (value !== undefined) return value;
      if (!isNoticed || from === undefined) return absent;
      if (nullSafe && from === null) return null;
      frame.runtime.at = at;
      noticeUndefined(frame, node, () => missingAttribute(from, raw, false));
      return absent;
    };
  }
  const key = compiler.compile(node.key);
  const called = node.access === 'call';
  const isIndex = node.access === 'bracket';
  const args =
    called || node.arguments.length > 0 ? node.arguments.map((each) => compiler.compile(each.value)) : null;
  return (frame) => {
    const from = object(frame);
    const name = key(frame);
    const given = args?.map((each) => each(frame)) ?? null;
    frame.runtime.at = at;
    const value = attribute(from, name, { args: given, called });
    if (value !== undefined) return value;
    if (isIndex && reading !== 'optional' && isArray(from) && isArray(name)) {
      throw new TwigFault('A sequence or a mapping cannot be a key.');
    }
    if (!isNoticed || from === undefined) return absent;
    if (nullSafe && from === null) return null;
    noticeUndefined(frame, node, () => missingAttribute(from, name, called));
    return absent;
  };
}

/** Compiles the check whether a node is defined, which evaluates no more of the node than it needs. */
export function compileDefined(compiler: ExpressionCompiler, node: Expression): (frame: Frame) => boolean {
  compiler.weight++;
  switch (node.kind) {
    case 'name': {
      const { name } = node;
      if (name === '_context' || name === '_self' || name === '_charset') return () => true;
      return (frame) => frame.vars.has(name);
    }
    case 'attribute': {
      const object = compiler.compile(node.object, 'optional');
      const key = compiler.compile(node.key);
      const called = node.access === 'call';
      const args = called ? node.arguments.map((each) => compiler.compile(each.value)) : null;
      return (frame) => {
        const given = args?.map((each) => each(frame)) ?? null;
        return attribute(object(frame), key(frame), { args: given, called }) !== undefined;
      };
    }
    case 'macro': {
      const module = compiler.template.module(node.module);
      const getName = compileMacroName(compiler, node);
      return (frame) => module(frame)?.macros.has(getName(frame)) ?? false;
    }
    case 'function': {
      const name = node.arguments[0] ? compiler.compile(node.arguments[0].value) : null;
      if (node.name === 'block' && name) {
        const other = node.arguments.find((each, index) => each.name === 'template' || index === 1);
        const find = other ? compiler.template.templates(other.value, false) : null;
        return (frame) => {
          const unit = find?.(frame);
          return (unit ? getBlockChains(frame, unit) : frame.chains).has(toText(name(frame)));
        };
      }
      if (node.name === 'parent') {
        return (frame) =>
          frame.block !== null && (frame.chains.get(frame.block)?.length ?? 0) > frame.level + 1;
      }
      if (node.name === 'constant' && name) {
        const known = compiler.template.environment.tables.functions.get('constant') as Callable;
        return (frame) => {
          try {
            return known.call(frame.runtime, name(frame)) !== undefined;
          } catch {
            return false;
          }
        };
      }
      return () => true;
    }
    case 'constant':
    case 'list':
    case 'hash':
      return () => true;
    default:
      return compiler.template.fail(
        '"is defined" works on variables, attributes, blocks, macros and constants.',
        node.at,
      );
  }
}

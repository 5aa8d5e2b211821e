import { LoopParent, LoopState } from '../runtime/loop.ts';
import type { Frame } from '../runtime/runtime.ts';
import { fromData, getKeys, getValues, isArray, type Key } from '../runtime/values/array.ts';
import type { Value } from '../runtime/values/value.ts';
import type { Body, Kind, TemplateCompiler } from './template.ts';

export function compileFor(compiler: TemplateCompiler, node: Kind<'for'>): Body {
  const { keyName, valueName, usesLoop, at } = node;
  const over = compiler.expressions.compile(node.over);
  const body = compiler.body(node.body);
  const otherwise = node.otherwise ? compiler.body(node.otherwise) : null;
  const hidden = keyName === null ? [valueName, 'loop'] : [keyName, valueName, 'loop'];
  /** Runs the `else` branch, in which `loop` has the state of a loop without items. */
  const runOtherwise = (frame: Frame) => {
    const { vars } = frame;
    const before = vars.get('loop');
    if (usesLoop) vars.set('loop', new LoopState(0, new LoopParent(frame, new Map([['loop', before]]))));
    otherwise?.(frame);
    if (!usesLoop) return;
    if (before === undefined) vars.delete('loop');
    else vars.set('loop', before);
  };
  return (frame) => {
    const collection = over(frame);
    const values = isArray(collection) ? getValues(collection) : [];
    if (values.length === 0) {
      if (otherwise) runOtherwise(frame);
      return;
    }
    const { runtime, vars } = frame;
    const keys = keyName === null || Array.isArray(collection) ? null : getKeys(collection);
    if (!Array.isArray(collection)) runtime.charge(values.length);
    const before = new Map<string, Value>();
    for (const name of hidden) before.set(name, vars.get(name));
    const outerAdded = frame.added;
    frame.added = [];
    const loop = usesLoop ? new LoopState(values.length, new LoopParent(frame, before)) : null;
    if (loop) vars.set('loop', loop);
    for (let i = 0; i < values.length; i++) {
      runtime.at = at;
      runtime.tick(1);
      vars.set(valueName, fromData(values[i]));
      if (keyName !== null) vars.set(keyName, keys === null ? i : (keys[i] as Key));
      if (loop) {
        loop.index0 = i;
        // The body may have replaced it, for example with a `set` tag.
        vars.set('loop', loop);
      }
      body(frame);
    }
    for (const name of frame.added) vars.delete(name);
    frame.added = outerAdded;
    for (const [name, value] of before) {
      if (value === undefined) vars.delete(name);
      else vars.set(name, value);
    }
  };
}

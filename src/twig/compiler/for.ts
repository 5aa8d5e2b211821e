import { LoopParent, LoopState } from '../runtime/loop.ts';
import type { Frame } from '../runtime/runtime.ts';
import { fromData, getKeys, getValues, isArray, type Key } from '../runtime/values/array.ts';
import { Sequence } from '../runtime/values/sequence.ts';
import type { Value } from '../runtime/values/value.ts';
import type { Body, Kind, TemplateCompiler } from './template.ts';

interface RunningLoop {
  /** The variables that it hides. */
  readonly before: ReadonlyMap<string, Value>;
  readonly outerAdded: string[] | null;
  readonly loop: LoopState | null;
}

export function compileFor(compiler: TemplateCompiler, node: Kind<'for'>): Body {
  const { keyName, valueName, usesLoop, at } = node;
  // With `else`, the template allows for a list that is not there.
  const over = compiler.expressions.compile(node.over, node.otherwise ? 'tested' : 'read');
  const body = compiler.body(node.body);
  const otherwise = node.otherwise ? compiler.body(node.otherwise) : null;
  const hidden = keyName === null ? [valueName, 'loop'] : [keyName, valueName, 'loop'];
  /** Runs the `else` branch, in which `loop` has the state of a loop without items. */
  const runOtherwise = (frame: Frame) => {
    const { vars } = frame;
    const before = vars.get('loop');
    const none = () => new LoopState({ size: 0 }, new LoopParent(frame, new Map([['loop', before]])));
    if (usesLoop) vars.set('loop', none());
    otherwise?.(frame);
    if (!usesLoop) return;
    if (before === undefined) vars.delete('loop');
    else vars.set('loop', before);
  };
  /** Sets the variables of a loop over something of this size. */
  const enter = (frame: Frame, counted: { readonly size: number }): RunningLoop => {
    const { vars } = frame;
    const before = new Map<string, Value>();
    for (const name of hidden) before.set(name, vars.get(name));
    const outerAdded = frame.added;
    frame.added = [];
    const loop = usesLoop ? new LoopState(counted, new LoopParent(frame, before)) : null;
    if (loop) vars.set('loop', loop);
    return { before, outerAdded, loop };
  };
  const runItem = (frame: Frame, loop: LoopState | null, key: Key, value: Value, index: number) => {
    const { runtime, vars } = frame;
    runtime.at = at;
    runtime.tick(1);
    vars.set(valueName, value);
    if (keyName !== null) vars.set(keyName, key);
    if (loop) {
      loop.index0 = index;
      // The body may have replaced it, for example with a `set` tag.
      vars.set('loop', loop);
    }
    body(frame);
  };
  /** Restores the variables. */
  const leave = (frame: Frame, { before, outerAdded }: RunningLoop) => {
    const { vars } = frame;
    for (const name of frame.added ?? []) vars.delete(name);
    frame.added = outerAdded;
    for (const [name, value] of before) {
      if (value === undefined) vars.delete(name);
      else vars.set(name, value);
    }
  };
  /** Reads one item at a time, or one ahead of the body if that may ask for `loop.last`. */
  const runSequence = (frame: Frame, sequence: Sequence) => {
    const { runtime } = frame;
    const outer = runtime.row;
    runtime.at = at;
    const items = sequence[Symbol.iterator]();
    let next = items.next();
    if (next.done) {
      if (otherwise) runOtherwise(frame);
      return;
    }
    const running = enter(frame, sequence);
    const { loop } = running;
    for (let index = 0; !next.done; index++) {
      const { key, value, place } = next.value;
      if (loop) {
        next = items.next();
        loop.isLast = next.done === true;
      }
      runtime.row = place;
      runItem(frame, loop, key, value, index);
      runtime.at = at;
      if (!loop) next = items.next();
    }
    leave(frame, running);
    runtime.row = outer;
  };
  return (frame) => {
    const collection = over(frame);
    if (collection instanceof Sequence) return runSequence(frame, collection);
    const values = isArray(collection) ? getValues(collection) : [];
    if (values.length === 0) {
      if (otherwise) runOtherwise(frame);
      return;
    }
    const keys = keyName === null || Array.isArray(collection) ? null : getKeys(collection);
    if (!Array.isArray(collection)) frame.runtime.charge(values.length);
    const running = enter(frame, { size: values.length });
    for (let i = 0; i < values.length; i++) {
      const key = keys === null ? i : (keys[i] as Key);
      runItem(frame, running.loop, key, fromData(values[i]), i);
    }
    leave(frame, running);
  };
}

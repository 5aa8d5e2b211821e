/** Templates and blocks while they run: which block stands for a name, and what it overrides. */
import { TwigFault } from '../errors.ts';
import { type Chains, Frame, type Runtime, type Unit } from './runtime.ts';
import type { Value } from './values/value.ts';

/** Runs a template with these variables: its body, then its parent's, up to the one without a parent. */
export function runUnit(runtime: Runtime, unit: Unit, vars: Map<string, Value>): void {
  runtime.enter(unit.source, () => {
    const chains: Chains = new Map();
    const frame = new Frame(runtime, vars, chains);
    for (let current: Unit = unit, height = 0; ; height++) {
      if (height > runtime.limits.depth) runtime.tooDeep();
      runtime.tick(5);
      runtime.source = current.source;
      extend(chains, current, runtime);
      // The body first: a parent may be named by a variable that it sets.
      current.body(frame);
      const parent: Unit | undefined = current.parent?.(frame);
      if (!parent) return;
      current = parent;
    }
  });
}

/** Runs a block as it stands for this template, or one that it overrides. */
export function runBlock(frame: Frame, name: string, level: number): void {
  const block = frame.chains.get(name)?.[level];
  if (!block) throw new TwigFault(`Block "${name}" is not defined.`);
  const { runtime } = frame;
  runtime.charge(frame.vars.size);
  runtime.enter(block.source, () => {
    block.run(new Frame(runtime, new Map(frame.vars), frame.chains, name, level));
  });
}

/** Runs a block of another template. */
export function runBlockOf(frame: Frame, unit: Unit, name: string): void {
  runBlock(new Frame(frame.runtime, new Map(frame.vars), chainsOf(frame, unit)), name, 0);
}

/** The blocks of another template, with those of its parents. */
export function chainsOf(frame: Frame, unit: Unit): Chains {
  const { runtime } = frame;
  const chains: Chains = new Map();
  const inner = new Frame(runtime, new Map(frame.vars), chains);
  runtime.charge(frame.vars.size);
  for (let current: Unit | null = unit, height = 0; current && height < 50; height++) {
    extend(chains, current, runtime);
    current = current.parent?.(inner) ?? null;
  }
  return chains;
}

/** Puts the blocks of a template, with those that it uses, behind the ones that override them. */
function extend(chains: Chains, unit: Unit, runtime: Runtime): void {
  if (unit.blocks.size === 0 && unit.traits.length === 0) return;
  for (const [name, blocks] of allBlocks(unit, runtime)) {
    chains.set(name, [...(chains.get(name) ?? []), ...blocks]);
  }
}

/** All blocks of a template with those that it uses. Counted, since a template may use others twice each. */
export function allBlocks(unit: Unit, runtime: Runtime): Chains {
  const chains: Chains = new Map();
  runtime.tick(1 + unit.blocks.size);
  for (const [name, block] of unit.blocks) chains.set(name, [block]);
  // The last `use` wins over those before it.
  for (const trait of unit.traits.toReversed()) {
    for (const [name, blocks] of trait(runtime)) {
      const before = chains.get(name) ?? [];
      runtime.charge(before.length + blocks.length);
      chains.set(name, [...before, ...blocks]);
    }
  }
  return chains;
}

/** Blocks under the names that a `use` tag gives them. */
export function renamed(blocks: Chains, aliases: ReadonlyMap<string, string>): Chains {
  return new Map([...blocks].map(([name, chain]) => [aliases.get(name) ?? name, chain]));
}

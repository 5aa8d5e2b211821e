/** Runs templates and blocks: resolves which block a name refers to, and which blocks it overrides. */
import { TwigFault } from '../errors.ts';
import { type Chains, Frame, type Runtime, type Unit } from './runtime.ts';
import type { Value } from './values/value.ts';

/**
 * Runs a template with the given variables: its body, then its parent's body, up to the template without a parent.
 * Throws `TwigFault` if the chain exceeds the depth limit.
 */
export function runUnit(runtime: Runtime, unit: Unit, vars: Map<string, Value>): void {
  runtime.enter(unit.source, () => {
    const chains: Chains = new Map();
    const frame = new Frame(runtime, vars, chains);
    for (let current: Unit = unit, height = 0; ; height++) {
      if (height > runtime.limits.depth) runtime.tooDeep();
      runtime.tick(5);
      runtime.source = current.source;
      extend(chains, current, runtime);
      // The body runs first, because it may set the variable that names the parent.
      current.body(frame);
      const parent: Unit | undefined = current.parent?.(frame);
      if (!parent) return;
      current = parent;
    }
  });
}

/**
 * Runs the block that overrides all others of this name (level 0), or one that it overrides. Throws `TwigFault` if
 * the template has no block of this name and level.
 */
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
export function runBlockFrom(frame: Frame, unit: Unit, name: string): void {
  runBlock(new Frame(frame.runtime, new Map(frame.vars), getBlockChains(frame, unit)), name, 0);
}

/** Returns the blocks of another template, including those of its parents (at most 50). */
export function getBlockChains(frame: Frame, unit: Unit): Chains {
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

/**
 * Appends the blocks of a template, including those that it imports with `use`, after the blocks that override them.
 */
function extend(chains: Chains, unit: Unit, runtime: Runtime): void {
  if (unit.blocks.size === 0 && unit.traits.length === 0) return;
  for (const [name, blocks] of allBlocks(unit, runtime)) {
    chains.set(name, [...(chains.get(name) ?? []), ...blocks]);
  }
}

/**
 * Returns all blocks of a template, including those that it imports with `use`. The work is counted, because it grows
 * exponentially if each template in a chain uses the next one twice.
 */
export function allBlocks(unit: Unit, runtime: Runtime): Chains {
  const chains: Chains = new Map();
  runtime.tick(1 + unit.blocks.size);
  for (const [name, block] of unit.blocks) chains.set(name, [block]);
  // The last `use` takes precedence.
  for (const trait of unit.traits.toReversed()) {
    for (const [name, blocks] of trait(runtime)) {
      const before = chains.get(name) ?? [];
      runtime.charge(before.length + blocks.length);
      chains.set(name, [...before, ...blocks]);
    }
  }
  return chains;
}

/** Returns the blocks under the aliases that a `use` tag gives them. */
export function renamed(blocks: Chains, aliases: ReadonlyMap<string, string>): Chains {
  return new Map([...blocks].map(([name, chain]) => [aliases.get(name) ?? name, chain]));
}

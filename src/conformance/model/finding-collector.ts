/** Gathers what rules report: equal findings become one with a count, for each level that has the rule. */
import { type ConformanceLevel, type ConformanceStandard, levelFacts } from '../levels.ts';
import { type Rule, ruleNumberAt } from '../rules/rule.ts';

/** A breach of one rule. */
export interface ConformanceFinding {
  /** Standard, clause and test as veraPDF numbers them: `ISO 19005-2`, `6.2.11.4.1`, 1. */
  readonly standard: ConformanceStandard;
  readonly clause: string;
  readonly test: number;
  /** Describes the breach, with the values seen. */
  readonly message: string;
  /** Advice for the author of the file on how to fix it. */
  readonly remedy?: string | undefined;
  /** From 1. Of the first of equal findings. */
  readonly page?: number | undefined;
  /** Object number. Of the first of equal findings. */
  readonly object?: number | undefined;
  /** How many equal findings were gathered. Missing for one. */
  readonly count?: number | undefined;
}

/** A breach at a level. */
export type LevelFinding = ConformanceFinding & { readonly level: ConformanceLevel };

/** One breach of a rule, as its check reports it. */
export interface Breach {
  readonly message: string;
  readonly page?: number | undefined;
  readonly object?: number | undefined;
  /** The only levels that it breaks, of those that have the rule. */
  readonly levels?: readonly ConformanceLevel[];
  /** Overrides the remedy of the rule. */
  readonly remedy?: string;
}

/** More different messages of one rule tell the author nothing new. They are counted with the last. */
const maxMessagesPerRule = 50;

interface Gathered extends Breach {
  count: number;
}

export class FindingCollector {
  readonly #levels: readonly ConformanceLevel[];
  readonly #gathered = new Map<Rule, Map<string, Gathered>>();

  constructor(levels: readonly ConformanceLevel[]) {
    this.#levels = levels;
  }

  /** Whether a level that is asked for has the rule. Spares checks that cost much. */
  wants(rule: Rule): boolean {
    return this.#levels.some((level) => ruleNumberAt(rule, level) !== undefined);
  }

  add(rule: Rule, breach: Breach): void {
    if (!this.wants(rule)) return;
    let ofRule = this.#gathered.get(rule);
    if (!ofRule) {
      ofRule = new Map();
      this.#gathered.set(rule, ofRule);
    }
    const key = breach.levels ? `${breach.message}\n${breach.levels.join()}` : breach.message;
    const equal = ofRule.get(key) ?? (ofRule.size < maxMessagesPerRule ? undefined : lastOf(ofRule));
    if (equal) equal.count++;
    else ofRule.set(key, { ...breach, count: 1 });
  }

  /** Sorted by level as asked for, then by clause and page. */
  findings(): LevelFinding[] {
    return this.#levels.flatMap((level) => this.#findingsAt(level).sort(compareFindings));
  }

  #findingsAt(level: ConformanceLevel): LevelFinding[] {
    const findings: LevelFinding[] = [];
    for (const [rule, breaches] of this.#gathered) {
      const number = ruleNumberAt(rule, level);
      if (!number) continue;
      const [clause, test] = number;
      // Part of what PDF/UA-2 asks for.
      const standard = clause.startsWith('Table') ? 'ISO 32005' : levelFacts[level].standard;
      for (const { message, page, object, remedy = rule.remedy, levels, count } of breaches.values()) {
        if (levels && !levels.includes(level)) continue;
        const counted = count > 1 ? { count } : {};
        findings.push({ level, standard, clause, test, message, remedy, page, object, ...counted });
      }
    }
    return findings;
  }
}

function lastOf(ofRule: ReadonlyMap<string, Gathered>): Gathered | undefined {
  return [...ofRule.values()].at(-1);
}

function compareFindings(a: ConformanceFinding, b: ConformanceFinding): number {
  return (
    a.clause.localeCompare(b.clause, 'en', { numeric: true }) ||
    a.test - b.test ||
    (a.page ?? 0) - (b.page ?? 0)
  );
}

/** The meaning of each operator to the interpreter, found once for each name: contents have hundreds of thousands. */
import type { ContentVisitor, OperatorHandler } from './content-visitor.ts';
import { changesState } from './graphics-state.ts';
import { pathPainting } from './paint-modes.ts';

export interface Operation {
  /** Begins or ends marked content, may paint, or none of these. */
  readonly kind: 'begin' | 'end' | 'paint' | 'other';
  readonly changesState: boolean;
  readonly handlers: readonly OperatorHandler[];
}

/** PDF has 73 operators. A hostile file has any number of others. */
const maxOperations = 500;

export class OperationTable {
  readonly #handlers = new Map<string, OperatorHandler[]>();
  readonly #operations = new Map<string, Operation>();

  constructor(visitors: readonly ContentVisitor[]) {
    for (const { operators = {} } of visitors) {
      for (const [operator, handler] of Object.entries(operators)) {
        this.#handlers.set(operator, [...(this.#handlers.get(operator) ?? []), handler]);
      }
    }
  }

  find(operator: string): Operation {
    return this.#operations.get(operator) ?? this.#add(operator);
  }

  #add(operator: string): Operation {
    const handlers = this.#handlers.get(operator) ?? [];
    const operation = { kind: kindOf(operator), changesState: changesState(operator), handlers };
    if (this.#operations.size < maxOperations) this.#operations.set(operator, operation);
    return operation;
  }
}

const painting = new Set([
  'Tj',
  "'",
  '"',
  'TJ',
  'sh',
  'EI',
  'Do',
  'scn',
  'SCN',
  ...Object.keys(pathPainting),
]);

function kindOf(operator: string): Operation['kind'] {
  if (operator === 'BMC' || operator === 'BDC') return 'begin';
  if (operator === 'EMC') return 'end';
  return painting.has(operator) ? 'paint' : 'other';
}

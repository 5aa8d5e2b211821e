/** The operators with Twig's own precedences, so that its documentation applies. Higher numbers bind more tightly. */
export interface BinaryOperator {
  readonly precedence: number;
  readonly rightAssociative?: true;
}

export const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ['=', { precedence: 0, rightAssociative: true }],
  ['?:', { precedence: 5, rightAssociative: true }],
  ['or', { precedence: 10 }],
  ['xor', { precedence: 12 }],
  ['and', { precedence: 15 }],
  ['b-or', { precedence: 16 }],
  ['b-xor', { precedence: 17 }],
  ['b-and', { precedence: 18 }],
  ...[
    '==',
    '!=',
    '===',
    '!==',
    '<=>',
    '<',
    '>',
    '>=',
    '<=',
    'not in',
    'in',
    'matches',
    'starts with',
    'ends with',
    'has some',
    'has every',
  ].map((name): [string, BinaryOperator] => [name, { precedence: 20 }]),
  ['..', { precedence: 25 }],
  ['+', { precedence: 30 }],
  ['-', { precedence: 30 }],
  ['~', { precedence: 40 }],
  ['*', { precedence: 60 }],
  ['/', { precedence: 60 }],
  ['//', { precedence: 60 }],
  ['%', { precedence: 60 }],
  ['is', { precedence: 100 }],
  ['is not', { precedence: 100 }],
  ['**', { precedence: 200, rightAssociative: true }],
  ['??', { precedence: 300, rightAssociative: true }],
]);

export const unaryOperators: ReadonlyMap<string, number> = new Map([
  ['not', 50],
  ['-', 500],
  ['+', 500],
  ['...', 512],
]);

/** All operators that the lexer reads as one token, except `=>`. */
export const operatorNames: readonly string[] = [...binaryOperators.keys(), ...unaryOperators.keys(), '?.'];

/** Matches an operator that is a word, which may also be used as a name. */
export const word = /^[a-zA-Z_\u0080-\uffff]/;

/** How older versions of PHP Twig differ from 3.28, which this engine follows. */
import type { Result, TwigCase } from '../beside-php.ts';

export interface Change {
  readonly what: string;
  readonly applies: (each: TwigCase, php: Result, own: Result) => boolean;
}

const textOf = ({ template, partials = {} }: TwigCase) => [template, ...Object.values(partials)].join('\n');

export const changedSince351: readonly Change[] = [
  {
    what: 'syntax that it cannot read yet',
    applies: (_, php) => php.kind === 'syntax',
  },
  {
    what: '`trim` gave text where it has markup',
    applies: (each) => /\btrim\b/.test(textOf(each)),
  },
  {
    what: 'what `include()` gives was no markup where it is assigned or handed on',
    applies: (each) => /\binclude\(/.test(textOf(each)),
  },
  {
    what: 'a captured 0 was true',
    applies: (each) => /\bnought\b|\{% set [xr] %\}/.test(textOf(each)),
  },
  {
    what: 'a wrong value or number of arguments was no error, or one of PHP alone',
    applies: (_, php, own) =>
      /^(?:Too few arguments to function twig_|Illegal offset type)/.test(php.error ?? '') ||
      /^(?:"map" takes|"has \w+" looks|The (?:delimiter|strategy|"and") of|Unknown escaping|Value for argument)/.test(
        own.error ?? '',
      ),
  },
];

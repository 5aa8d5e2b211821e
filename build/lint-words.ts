/**
 * Finds words in comments that were translated word for word, or that hide who does what. It prints each comment with its
 * place, and ends with 1 if there is one.
 *
 *   npm run lint:words [-- FILE…]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const wordsToAvoid = [
  'nobody',
  'somebody',
  'whoever',
  'is told',
  'are told',
  'of ours',
  'stands',
  'no news',
  'anew',
  'for ever',
  'belong into',
  'belongs into',
];
const words = new RegExp(`\\b(?:${wordsToAvoid.join('|')})\\b`, 'i');
/** A comment of the product that begins with them is a fragment of a sentence. */
const beginnings = /^\s*(?:\/\/|\/?\*+) (?:Of|Those) /;
const root = resolve(import.meta.dirname, '..');

const named = process.argv.slice(2);
const files = named.length > 0 ? named : ['src', 'build', 'bench', 'test'].flatMap(programsBelow);
const found = files.flatMap(findInComments);
for (const each of found) console.error(each);
if (found.length > 0) {
  console.error(`To avoid in comments: ${wordsToAvoid.join(', ')}.`);
  process.exitCode = 1;
}

function programsBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(root, folder, name));
}

function findInComments(file: string): readonly string[] {
  const isProduct = file.startsWith(join(root, 'src'));
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const comment = /^\s*(?:\/\/|\/?\*).*/.exec(line)?.[0] ?? /\s\/\/ .*/.exec(line)?.[0] ?? '';
      // The name of a user or a value is no word of the sentence.
      const isFound =
        words.test(comment.replaceAll(/`[^`]*`/g, '')) || (isProduct && beginnings.test(comment));
      return isFound ? [`${relative(root, file)}:${index + 1}: ${comment.trim()}`] : [];
    });
}

/** Operands of which only the kind matters: making texts and lists of them takes most of the time that reading content takes. */
import { PdfName, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { endsToken } from '../reading/character-class.ts';
import type { ObjectParser } from '../reading/object-parser.ts';

const text = new PdfString('');
const name = new PdfName('');
const list: PdfValue = [];

/** Moves past the operand at the position of the parser and returns an empty one of its kind. Throws `malformed`. */
export function skippedOperand(content: Buffer, parser: ObjectParser): PdfValue {
  switch (content[parser.position]) {
    case 0x2f:
      parser.position++;
      while (!endsToken(content[parser.position])) parser.position++;
      return name;
    case 0x28:
      parser.position = endOfLiteral(content, parser.position);
      return text;
    case 0x5b:
      return skipList(content, parser);
    default: {
      // A dictionary. They are rare.
      if (content[parser.position + 1] === 0x3c) return parser.value();
      const end = content.indexOf(0x3e, parser.position);
      if (end < 0) throw new PdfError('malformed', 'A hexadecimal string has no end.');
      parser.position = end + 1;
      return text;
    }
  }
}

function endOfLiteral(content: Buffer, start: number): number {
  let depth = 1;
  for (let at = start + 1; at < content.length; at++) {
    const byte = content[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return at + 1;
  }
  throw new PdfError('malformed', 'A string has no end.');
}

/** Texts and distances, as `TJ` takes them. Whatever else is in a list is left to the parser. */
function skipList(content: Buffer, parser: ObjectParser): PdfValue {
  let at = parser.position + 1;
  for (; at < content.length; at++) {
    const byte = content[at];
    if (byte === 0x5d) {
      parser.position = at + 1;
      return list;
    }
    if (byte === 0x28) at = endOfLiteral(content, at) - 1;
    else if (byte === 0x3c && content[at + 1] !== 0x3c) {
      const end = content.indexOf(0x3e, at);
      if (end < 0) break;
      at = end;
    } else if (byte === undefined || byte > 0x39 || byte === 0x25 || byte === 0x2f) return parser.value();
  }
  throw new PdfError('malformed', 'A list has no end.');
}

/** Parses a CSV cell as a typed value, for `--typed`; CSV itself has only text. */
import type { Json } from '#contract/json';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Parses numbers, `true`, `false`, `null`, and JSON objects and arrays. A cell stays text if it has more digits than a
 * number can hold, or is not in number notation: `007`, `+49`, `1,5`.
 */
export function typedCell(cell: string): Json {
  const text = cell.trim();
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  if (number.test(text)) return isKept(text) ? Number(text) : cell;
  if (!/^[{[]/.test(text)) return cell;
  try {
    return JSON.parse(text);
  } catch {
    return cell;
  }
}

/** Doubles preserve any 15 digits. */
const isKept = (text: string): boolean =>
  Number.isFinite(Number(text)) && text.replace(/[eE].*$|\D/g, '').replace(/^0+/, '').length <= 15;

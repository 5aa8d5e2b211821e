/** A cell of a CSV file as a value, where `--typed` asks for it; CSV itself knows text only. */
import type { Json } from '../../contract/json.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Numbers, `true`, `false`, `null`, and what is written as a JSON object or array. Text stays what has more digits
 * than a number can keep, and what no number is written like: `007`, `+49`, `1,5`.
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

/** Doubles keep 15 digits whatever they are. */
const isKept = (text: string): boolean =>
  Number.isFinite(Number(text)) && text.replace(/[eE].*$|\D/g, '').replace(/^0+/, '').length <= 15;

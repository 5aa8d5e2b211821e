/** Numbers as spreadsheets of many countries write them: `1.234,50`. */

/** With points, spaces or apostrophes between groups of three digits, or without any. */
const number = /^[+-]?(?:\d+|[1-9]\d{0,2}(?:[.\u00a0\u202f '’]\d{3})+)(?:,\d+)?$/;

/** Returns a number with a decimal point and nothing else: `1234.50`. Any other cell is returned as it is. */
export function withDecimalPoint(cell: string): string {
  const text = cell.trim();
  if (!/[^\d+-]/.test(text) || !number.test(text)) return cell;
  return text.replace(/[^\d,+-]/g, '').replace(',', '.');
}

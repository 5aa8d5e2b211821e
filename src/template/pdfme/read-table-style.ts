/** The style of a table, completed with defaults. */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { checkStyle } from './parse/check-style.ts';
import type { ReportFault } from './parse/editor-fault.ts';
import { tableCell } from './table-cell.ts';

const all = (length: number) => ({ top: length, right: length, bottom: length, left: length });

const standard = {
  tableStyles: { borderColor: '#000000', borderWidth: 0 },
  headStyles: { ...tableCell, fontColor: '#ffffff', backgroundColor: '#2980ba', borderWidth: all(0) },
  bodyStyles: { ...tableCell, alternateBackgroundColor: '' },
};

export interface TableStyle {
  readonly head?: readonly string[];
  readonly [key: string]: unknown;
}

export function readTableStyle(value: JsonObject, fault: ReportFault, fonts: readonly string[]): TableStyle {
  const { head, headWidthPercentages, showHead, repeatHead } = value;
  if (!Array.isArray(head) || head.length === 0 || !head.every((each) => typeof each === 'string')) {
    fault('head', '"head" must be the texts above the columns: ["Item", "Price"].');
    return {};
  }
  const columns = head.length;
  const shares = Array.isArray(headWidthPercentages) ? headWidthPercentages : head.map(() => 100 / columns);
  const isShares = shares.length === columns && shares.every((each) => typeof each === 'number' && each > 0);
  if (!isShares) {
    fault(
      'headWidthPercentages',
      `"headWidthPercentages" must be a number above 0 for each of the ${columns} columns.`,
    );
  } else if (Math.abs((shares as number[]).reduce((sum, each) => sum + each, 0) - 100) > 1) {
    fault('headWidthPercentages', '"headWidthPercentages" must be 100 in sum.');
  }
  const styles = Object.fromEntries(
    Object.entries(standard).map(([key, complete]) => {
      const given = isJsonObject(value[key]) ? value[key] : {};
      checkStyle(given, fonts, (_, message, hint) => fault(key, `${key}: ${message}`, hint));
      return [key, completed(complete, given)];
    }),
  );
  return {
    head: head as string[],
    headWidthPercentages: shares,
    showHead: showHead !== false,
    repeatHead: repeatHead === true,
    columnStyles: isJsonObject(value.columnStyles) ? value.columnStyles : {},
    ...styles,
  };
}

/** Overrides defaults with the given values. A border or padding may be one number for all sides. */
function completed(complete: Readonly<Record<string, unknown>>, given: JsonObject): Record<string, unknown> {
  const sides = (key: string, each: Json, usual: unknown) => {
    if (typeof each === 'number') return all(each);
    return isJsonObject(each) && isJsonObject(usual) ? { ...usual, ...each } : (usual ?? key);
  };
  const result: Record<string, unknown> = { ...complete };
  for (const [key, each] of Object.entries(given)) {
    if (each === null || each === undefined) continue;
    result[key] = isJsonObject(complete[key]) ? sides(key, each, complete[key]) : each;
  }
  return result;
}

/** Turns the TeX of formulas into MathML, which Chromium draws. Loaded with the first formula. */
import temml from 'temml';
import { toHtmlText } from './html-text.ts';

/** Returns HTML. Throws an error whose message says what is wrong with the TeX. */
export type FormulaToMathml = (tex: string, isDisplay: boolean) => string;

/** In characters. */
const maxFormula = 5_000;
/** Expansions of macros in one formula, and the largest length in em and number of elements that TeX may ask for. */
const limits = { maxExpand: 500, maxSize: [20, 200] as [number, number] };

export const formulaToMathml: FormulaToMathml = (tex, isDisplay) => {
  if (tex.length > maxFormula) throw new Error(`it has more than ${maxFormula} characters`);
  try {
    const mathml = temml.renderToString(tex, { displayMode: isDisplay, throwOnError: true, ...limits });
    // For screen readers. An annotation would be several times as long as a short formula.
    return mathml.replace('>', () => ` alttext="${toHtmlText(tex.trim())}">`);
  } catch (error) {
    if (error instanceof RangeError) throw new Error('it is nested too deep');
    throw new Error(explain(error as Error));
  }
};

/** Without the formula, which the message ends with. */
const explain = ({ message }: Error): string =>
  message
    .trim()
    .replace(/ at (?:position \d+|end of input): [\s\S]*$/, '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

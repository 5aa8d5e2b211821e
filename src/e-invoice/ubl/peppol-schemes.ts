/** Identifiers of schemes whose form Peppol checks: PEPPOL-COMMON-R040 to R053. */
import type { Findings } from '../findings.ts';
import type { InvoiceElement } from '../xml/invoice-element.ts';
import type { XmlDocument } from '../xml/parse-invoice-xml.ts';

const digits = (text: string) => [...text].map(Number);

/** Sum of digits, each times its weight. */
const weigh = (text: string, weights: readonly number[]) =>
  digits(text).reduce((sum, digit, i) => sum + digit * (weights[i] ?? 0), 0);

/** The check digit of GS1: 3 and 1 in turn, from the right. */
function isGln(text: string): boolean {
  const reversed = digits(text).toReversed();
  const sum = reversed.slice(1).reduce((all, digit, i) => all + digit * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === reversed[0];
}

function isNorwegian(text: string): boolean {
  const rest = weigh(text.slice(0, 8), [3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest === 0 ? 0 : 11 - rest) === Number(text[8]) && Number(text) > 0;
}

/** Luhn. */
function isSwedish(text: string): boolean {
  const sum = digits(text).reduce((all, digit, i) => {
    const weighed = digit * (i % 2 === 0 ? 2 : 1);
    return all + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

function isAustralian(text: string): boolean {
  const first = Number(text[0]) - 1;
  return (
    weigh(`${Math.max(first, 0)}${text.slice(1)}`, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0 &&
    first >= 0
  );
}

const isBelgian = (text: string) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));

/** By the code of the scheme (ISO 6523, EAS). */
const schemes: Readonly<
  Record<string, readonly [rule: string, form: RegExp, what: string, isRight?: (text: string) => boolean]>
> = {
  '0007': ['R049', /^\d{10}$/, 'a Swedish organisation number of 10 digits', isSwedish],
  '0088': ['R040', /^\d+$/, 'a GLN of GS1 with its check digit', isGln],
  '0096': ['R052', /^\d{10}$/, 'a Danish P number of 10 digits'],
  '0151': ['R050', /^\d{11}$/, 'an Australian business number of 11 digits', isAustralian],
  '0184': ['R042', /^(?:DK)?\d{8}$/, 'a Danish CVR number: DK and 8 digits'],
  '0192': ['R041', /^\d{9}$/, 'a Norwegian organisation number of 9 digits', isNorwegian],
  '0198': ['R053', /^DK\d{8}$/, 'a Danish CVR number: DK and 8 digits'],
  '0208': ['R043', /^\d{10}$/, 'a Belgian enterprise number of 10 digits with its check digits', isBelgian],
};

export function checkSchemes({ named }: XmlDocument, list: Findings): void {
  const check = (element: InvoiceElement) => {
    const [rule, form, what, isRight] = schemes[element.attributes.get('schemeID') ?? ''] ?? [];
    if (!rule || !form) return;
    const text = element.text.trim().replace(/\s+/g, ' ');
    if (form.test(text) && (!isRight || isRight(text))) return;
    list.error(`PEPPOL-COMMON-${rule}`, element, `"${text.slice(0, 40)}" is not ${what}.`);
  };
  for (const name of ['EndpointID', 'CompanyID']) for (const element of named(name)) check(element);
  for (const element of named('ID')) if (element.parent?.name === 'PartyIdentification') check(element);
}

/** Validates barcode content, because pdfme silently prints nothing for an invalid barcode. */

/** Returns the end of a sentence, or undefined if the barcode can be drawn. */
export function barcodeFault(type: string, text: string): string | undefined {
  const rule = rules[type];
  if (!rule) return undefined;
  if (!rule.form.test(text)) return `must be ${rule.wants}`;
  const { digits } = rule;
  if (digits !== undefined && text.length === digits && checkDigit(text.slice(0, -1)) !== text.at(-1)) {
    return `has the check digit ${text.at(-1)}, and ${checkDigit(text.slice(0, -1))} would be right`;
  }
  return type === 'gs1datamatrix' ? gtinFault(text) : undefined;
}

interface Rule {
  readonly form: RegExp;
  readonly wants: string;
  /** Length including the check digit. */
  readonly digits?: number;
}

const number = (digits: number, wants: string): Rule => ({
  form: new RegExp(`^\\d{${digits - 1},${digits}}$`),
  wants: `${wants}: ${digits - 1} digits, or ${digits} with the check digit`,
  digits,
});

const rules: Readonly<Record<string, Rule>> = {
  qrcode: { form: /^[\s\S]{1,499}$/, wants: 'text of at most 499 characters for a QR code' },
  japanpost: { form: /^\d{7}[\dA-Z-]+$/, wants: 'seven digits, and then digits, capitals and hyphens' },
  ean13: number(13, 'an EAN-13'),
  ean8: number(8, 'an EAN-8'),
  code39: { form: /^[\dA-Z\-.$/+%\s]+$/, wants: 'of digits, capitals, spaces and - . $ / + % for a Code 39' },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the code has them.
  code128: { form: /^[\x00-\x7f]+$/, wants: 'of ASCII characters for a Code 128' },
  nw7: {
    form: /^[A-Da-d][0-9.$:/+-]+[A-Da-d]$/,
    wants: 'digits and - . $ : / + between two of the letters A to D',
  },
  itf14: number(14, 'an ITF-14'),
  upca: number(12, 'a UPC-A'),
  upce: { form: /^0\d{6,7}$/, wants: 'a UPC-E: 0 and six digits, or seven with the check digit' },
  gs1datamatrix: { form: /^\(01\)\d+(?:\(|$)[\s\S]*$/, wants: 'a GS1 text that begins with (01) and a GTIN' },
  pdf417: { form: /^[\s\S]{1,1000}$/, wants: 'text of at most 1000 characters for a PDF417' },
};

function gtinFault(text: string): string | undefined {
  const [, gtin = ''] = /^\(01\)(\d+)/.exec(text) ?? [];
  if (![8, 12, 13, 14].includes(gtin.length)) return 'has a GTIN that is not of 8, 12, 13 or 14 digits';
  if (text.length > 52) return 'must have at most 52 characters';
  const right = checkDigit(gtin.slice(0, -1));
  return right === gtin.at(-1)
    ? undefined
    : `has the check digit ${gtin.at(-1)} in its GTIN, and ${right} would be right`;
}

/** GS1 General Specifications, 7.9: from the right, every other digit counts three times. */
function checkDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    sum += Number(digits.at(-1 - i)) * (i % 2 === 0 ? 3 : 1);
  }
  return String((10 - (sum % 10)) % 10);
}

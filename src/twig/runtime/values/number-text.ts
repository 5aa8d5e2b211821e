/** Writes numbers as PHP does. It knows no other values, because keys of mappings are written with it too. */

/** PHP's `(string)` cast of a number: precision 14, exponents as in 1.0E+25. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && value <= 9007199254740991 && value >= -9007199254740991) {
    return value === 0 && 1 / value < 0 ? '-0' : String(value);
  }
  return preciseText(value, 14);
}

/** Rounds ties to the even digit, as PHP does; JavaScript's toExponential rounds them up. */
function exponential(value: number, precision: number): string {
  const rounded = value.toExponential(precision - 1);
  // Fast path: few numbers have that many digits.
  if (String(value).length <= precision) return rounded;
  const [digits = '', exponent] = value.toExponential(50).split('e');
  const cut = digits.indexOf('.') + precision;
  const isInTheMiddle = digits[cut] === '5' && /^0*$/.test(digits.slice(cut + 1));
  return isInTheMiddle && Number(digits[cut - 1]) % 2 === 0 ? `${digits.slice(0, cut)}e${exponent}` : rounded;
}

function preciseText(value: number, precision: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NAN' : value > 0 ? 'INF' : '-INF';
  const [digits, exponentText] = exponential(value, precision).split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < precision) {
    const plain = Number(`${digits}e${exponent}`).toFixed(
      Math.max(0, Math.min(100, precision - 1 - exponent)),
    );
    return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
  }
  const mantissa = digits.replace(/\.?0+$/, '');
  const shown = mantissa.includes('.') ? mantissa : `${mantissa}.0`;
  return `${shown}E${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

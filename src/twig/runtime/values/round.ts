const powersOfTen = Array.from({ length: 11 }, (_, index) => 10 ** index);

/** PHP's round(): rounds halves away from zero, based on the decimal notation of the number instead of its bits. */
export function roundHalf(value: number, places: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  if (places > 300 || places < -308) return places > 0 ? value : 0;
  if (places >= 0 && places <= 10) {
    const scale = powersOfTen[places] as number;
    const scaled = Math.abs(value) * scale;
    const fraction = scaled - Math.floor(scaled);
    // Far from a half both methods agree, and this one is faster.
    if (scaled < 1e12 && (fraction < 0.499 || fraction > 0.501)) {
      const near = Math.round(scaled) / scale;
      return value < 0 ? -near : near;
    }
  }
  // PHP 8 first rounds to 15 significant digits, so that 1.005 is not treated as 1.00499999999999989.
  const text = Math.abs(value).toExponential(14);
  const [digits, exponent] = text.split('e') as [string, string];
  const shifted = Number(`${digits}e${Number(exponent) + places}`);
  // A float does not have that many digits, so there is nothing to round.
  if (shifted >= 1e15) return value;
  const rounded = Math.round(shifted);
  const result = Number(`${rounded}e${-places}`);
  return value < 0 ? -result : result;
}

/** Formats a number like PHP's `number_format`: grouped thousands, rounded like `roundHalf`. */
export function formatFixed(value: number, decimals: number, point: string, thousands: string): string {
  const places = Math.max(0, Math.min(100, decimals));
  const scale = powersOfTen[places] ?? Number.NaN;
  const scaled = Math.abs(value) * scale;
  const rest = scaled - Math.floor(scaled);
  if (scaled < 1e12 && (rest < 0.499 || rest > 0.501)) {
    // Integer arithmetic on the scaled value is several times as fast as toFixed.
    const units = Math.round(scaled);
    const front = Math.floor(units / scale);
    const digits = String(front);
    const sign = value < 0 && units !== 0 ? '-' : '';
    const tail = places === 0 ? '' : point + String(units - front * scale).padStart(places, '0');
    return sign + (digits.length > 3 ? group(digits, thousands) : digits) + tail;
  }
  const rounded = Math.abs(roundHalf(value, places));
  const [whole, fraction] = plainDigits(rounded, places).split('.') as [string, string | undefined];
  const grouped = whole.length > 3 ? group(whole, thousands) : whole;
  const negative = value < 0 && rounded !== 0;
  return `${negative ? '-' : ''}${grouped}${fraction === undefined ? '' : point + fraction}`;
}

function group(digits: string, separator: string): string {
  const first = digits.length % 3 || 3;
  let result = digits.slice(0, first);
  for (let i = first; i < digits.length; i += 3) result += separator + digits.slice(i, i + 3);
  return result;
}

function plainDigits(value: number, places: number): string {
  if (!Number.isFinite(value)) return String(value).toLowerCase().slice(0, 3);
  // toFixed uses an exponent from 1e21 on.
  if (value >= 1e21) return `${BigInt(value)}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  return value.toFixed(places);
}

/** PHP's round(): halves away from zero, as the number reads in decimal and not as its bits are. */
export function roundHalf(value: number, places: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  if (places > 300 || places < -308) return places > 0 ? value : 0;
  // PHP 8 rounds first to 15 significant digits, so that 1.005 is not 1.00499999999999989.
  const text = Math.abs(value).toExponential(14);
  const [digits, exponent] = text.split('e') as [string, string];
  const shifted = Number(`${digits}e${Number(exponent) + places}`);
  const rounded = Math.round(shifted);
  const result = Number(`${rounded}e${-places}`);
  return value < 0 ? -result : result;
}

/** `number_format`: grouped thousands, rounded like `roundHalf`. */
export function formatNumber(value: number, decimals: number, point: string, thousands: string): string {
  const places = Math.max(0, Math.min(100, decimals));
  const rounded = Math.abs(roundHalf(value, places));
  const [whole, fraction] = plainDigits(rounded, places).split('.') as [string, string | undefined];
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, () => thousands);
  const negative = value < 0 && rounded !== 0;
  return `${negative ? '-' : ''}${grouped}${fraction === undefined ? '' : point + fraction}`;
}

function plainDigits(value: number, places: number): string {
  if (!Number.isFinite(value)) return String(value).toLowerCase().slice(0, 3);
  // toFixed writes an exponent from 1e21 on.
  if (value >= 1e21) return `${BigInt(value)}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  return value.toFixed(places);
}

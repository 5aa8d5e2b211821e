/** Check digits by ISO 7064, MOD 97-10: those of IBANs and of Leitweg-IDs. */

/** Whether a text without spaces is an IBAN (ISO 13616): its country, two check digits, and the account. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Za-z0-9]{0,30}$/.test(iban)) return false;
  return isDivided(`${iban.slice(4)}${iban.slice(0, 4)}`);
}

/** A public body, what it adds, and two check digits: 04011000-12345-03. */
const leitwegId = /^(?:\d{2,3}|\d{5}|\d{8,9}|\d{12})(?:-[A-Za-z0-9]{1,30})?-\d{2}$/;

/** Whether a text has the form of a Leitweg-ID, but its check digits are wrong. */
export const isWrongLeitwegId = (text: string): boolean =>
  leitwegId.test(text) && !isDivided(text.replaceAll('-', ''));

/** Letters count from A, which is 10; the remainder is 1. */
function isDivided(characters: string): boolean {
  const digits = [...characters.toUpperCase()].map((character) => Number.parseInt(character, 36));
  return BigInt(digits.join('')) % 97n === 1n;
}

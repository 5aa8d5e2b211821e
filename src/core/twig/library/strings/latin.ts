/** Transliterates text to plain Latin letters. */
import { scriptLetters } from './script-letters.ts';

/** Greek, Cyrillic and special Latin letters and signs, each after its plain spelling. */
const table = `
  (C) © | (R) ® | A ȺΑАЯ | AE ÆӔ | B ƁƂɃΒБ | C ƇȻЋЦЧ | C= ₡ | CE ₠ | CH Χ | Cr ₢ | D ÐĐƉƊƋΔЂЏД | Dong ₫
  E ƐɆΕΗЄЕЭ | EUR € | F ƑФ | Fr. ₣ | G ƓǤΓГҐҒҔ | GBP £ | GEL ₾ | GRD ₯ | H ĦХ | I ƖƗΙІИ | ILS ₪ | J ɈЈ
  JPY ¥ | K ƘΚК | KRW ₩ | KZT ₸ | L ŁȽΛЉЛ | L. ₤ | LL Ỻ | M ΜМ | N ŊƝΝЊН | O ØΟΩО | OE Œ | OI Ƣ | P ƤΠП
  PH Φ | PHP ₱ | PS Ψ | Pts ₧ | R ɌΡР | RUB ₽ | Rs ₹ | Rx ℞ | S ΣϷϺСШЩ | SS ẞ | T ŦƬƮȾΤТ | TH ÞΘ | TL ₺
  U ɄУЮ | UAH ₴ | V ƲВỼ | X Ξ | Y ƳɎΥЫỾ | Z ƵȤΖЅЖЗҘ | a αая | ae æӕ | b ƀƃβб | c ¢ƈȼцчћ | ch χ
  d ðđƌȡδдђџ | db ȸ | e ɇεηеэє℮ | f ƒф | g ǥγгґғҕ | h ħх | hv ƕ | i ıιиі | j ȷɉϳј | k ƙκк | l łƚȴλлљ
  ll ỻ | m μм | n ŋƞȵνнњ | o øοωо | oe œ | oi ƣ | p ƥπп | ph φ | ps ψ | q ĸ | qp ȹ | r ɍρр
  s ȿςσϸϻсшщẜẝ | ss ß | t ŧƫƭȶτт | th þθ | u ую | v вỽ | x ξ | y ƴɏυыỿ | z ƶȥɀζжзѕҙ
`;

const signs = `
  ! ¡¬ | " “”‟″ | ' ʼ‘’‛′ | * × | + † | +- ± | , ‚ | ,, „ | - \u00ad‐‑‒–—―− | -> → | . · | / ÷⁄ | < ‹ | << «
  <- ← | > › | >> » | o • | | ¦ | || ‖
`;

const plain = new Map(
  [table, signs, scriptLetters]
    .join('\n')
    .trim()
    .split(/\s+\|\s+|\s*\n\s*/)
    .flatMap((row) => {
      const [spelling, letters] = row.split(' ') as [string, string];
      return [...letters].map((letter): [string, string] => [letter, spelling]);
    }),
);

const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'AE', Ö: 'OE', Ü: 'UE', ß: 'ss' };

/**
 * Transliterates text to ASCII. Characters without a plain spelling become a question mark. German locales spell
 * umlauts out (`ä` becomes `ae`).
 */
export function toAscii(text: string, locale = ''): string {
  return toLatin(text, locale).replace(/[^\0-\x7f]/gu, '?');
}

/** Transliterates the scripts of the tables. Characters of other scripts stay. */
function toLatin(text: string, locale = ''): string {
  const spelled = locale.startsWith('de')
    ? text.replace(/[äöüÄÖÜß]/g, (each) => german[each] as string)
    : text;
  return (
    spelled
      .replaceAll('й', 'j')
      .replaceAll('Й', 'J')
      .replaceAll('և', 'ev')
      .normalize('NFKD')
      // The iota below a letter is a combining mark, but it is spelled out.
      .replaceAll('\u0345', 'ι')
      .replace(/\p{M}+/gu, '')
      .replace(/(?<=[αεηοΑΕΗΟ])υ/g, 'u')
      .replace(/([ΧΘΦΨ])(?=\p{Ll})/gu, (each) => capital(plain.get(each) ?? each))
      .replace(/[^\0-\x7f]/gu, (each) => plain.get(each) ?? each)
  );
}

const capital = (text: string) => text.charAt(0) + text.slice(1).toLowerCase();

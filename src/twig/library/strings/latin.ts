/** Transliterates text to plain Latin letters. */

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

/**
 * Letters of scripts in which each letter has one Latin spelling, as in ICU's `Any-Latin`. A `?` in a spelling
 * replaces a sign that has no plain form. Each row holds the spelling, then the letters.
 */
const scriptLetters = `
  A Ա | B Բ | C ԾՃ | C? ՉՑ | D Դ | E ԵԷ | F Ֆ | G ԳՂ | H Հ | I Ի | J ՁՋ | K Կ | K? Ք | L Լ | M Մ | N Ն | O ՈՕ
  P Պ | P? Փ | R ՌՐ | S ՇՍ | T Տ | T? Թ | V Վ | W Ւ | X Խ | Y Յ | Z ԶԺ | a ա | b բ | c ծճ | c? չց | d դ | e եէ
  f ֆ | g գղ | h հ | i ի | j ձջ | k կ | k? ք | l լ | m մ | n ն | o ոօ | p պ | p? փ | r ռր | s շս | t տ | t? թ
  v վ | w ւ | x խ | y յ | z զժ
  ' א | b ב | d ד | g ג | h הח | k ךכ | l ל | m םמ | n ןנ | p ףפ | q ק | r ר | s סש | t טת | w ו | y י | z זץצ
  0 ٠۰ | 1 ١۱ | 2 ٢۲ | 3 ٣۳ | 4 ٤۴ | 5 ٥۵ | 6 ٦۶ | 7 ٧۷ | 8 ٨۸ | 9 ٩۹
  a ا | b ب | ch چ | d دض | dh ذ | f ف | g گ | gh غ | h حه | j ج | k كک | kh خ | l ل | m م | n ن | ng ڭ | p پ
  q ق | r ر | s سص | s? ښ | sh ش | t ةتط | th ث | v ڤۋ | w و | y ىيی | z زظ | zh ژ
  a ა | b ბ | ch ჩ | ch' ჭ | d დ | dz ძ | e ე | g გ | gh ღ | h ჰ | i ი | j ჯ | k ქ | k' კ | kh ხ | l ლ | m მ
  n ნ | o ო | p ფ | p' პ | q ჴ | q' ყ | r რ | s ს | sh შ | t თ | t' ტ | ts ც | ts' წ | u უ | ui ჳ | v ვ | z ზ
  zh ჟ
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

/** The code that was meant by a word, a symbol or another code. */
import { type CodeList, isCode } from './code-lists.ts';

/** Words in English and German, in lower case, by the code that they mean: `code: word, word; …`. */
const words: Partial<Record<CodeList, string>> = {
  units: `
    H87: stück, stücke, stk, stk., st, st., piece, pieces, pc, pc., pcs, pcs., unit, stueck, pce, each;
    HUR: stunde, stunden, std, std., h, hr, hrs, hour, hours; MIN: minute, minuten, minutes, min., mins;
    SEC: s, sek, sek., sekunden, seconds; DAY: tag, tage, day, days, personentag; WEE: woche, wochen, week, weeks;
    MON: monat, monate, month, months; ANN: jahr, jahre, year, years, yr; KGM: kg, kilo, kilogramm, kilogram, kilograms;
    GRM: g, gr, gramm, gram, grams; TNE: t, to, tonne, tonnen, tonnes, tons; LTR: l, ltr, liter, litre, liters, litres;
    MLT: ml, milliliter; MTR: m, lfm, meter, metre, meters, metres, laufmeter; CMT: cm, zentimeter; MMT: mm, millimeter;
    KMT: km, kilometer, kilometre, kilometers; MTK: m², m2, qm, quadratmeter, sqm; MTQ: m³, m3, cbm, kubikmeter;
    KWH: kwh, kilowattstunde, kilowattstunden; PR: paar, pair, pairs; SET: satz, sets; P1: %, prozent, percent;
    LS: pauschal, pauschale, psch, psch., pausch., flat, flat rate, lump sum; XPK: paket, pakete, packung, pkg, package, packages;
    XCT: karton, kartons, carton, cartons; XPX: palette, paletten, pallet, pallets; XBO: flasche, flaschen, bottle, bottles;
    XSA: sack, säcke, sacks; XBX: box, boxes, kiste, kisten; XRO: rolle, rollen, roll, rolls
  `,
  currencies: `
    EUR: €, euro, euros; USD: $, us$, dollar, dollars; GBP: £, pfund, pound, pounds; CHF: fr, fr., sfr, sfr., franken, francs;
    JPY: ¥, yen; PLN: zł, zloty; CZK: kč, kc; HUF: ft, forint; TRY: ₺, tl; INR: ₹; UAH: ₴; ILS: ₪; KRW: ₩
  `,
  countries: `
    GB: uk, england, great britain, großbritannien; GR: el; NL: holland; US: usa, amerika, america; DE: d, brd; AT: a;
    CZ: czech republic, tschechische republik, cze; DE: deu, ger; AT: aut; BE: bel; BG: bgr; CH: che; DK: dnk; ES: esp; EE: est;
    FI: fin; FR: fra; GR: grc; HR: hrv; HU: hun; IE: irl; IT: ita; LT: ltu; LU: lux; LV: lva; MT: mlt; NL: nld; NO: nor; PL: pol;
    PT: prt; RO: rou; SE: swe; SI: svn; SK: svk; GB: gbr
  `,
  vatCategories: `
    S: standard, standard rate, regelsteuersatz; Z: zero, zero rated; E: exempt, steuerfrei, ee; AE: rc, reverse charge, §13b, 13b;
    K: ic, intra-community supply, ig; G: export, ausfuhr; O: out of scope, outside scope, nicht steuerbar
  `,
  paymentMeans: `
    58: sepa, überweisung, sepa-überweisung, transfer, sepa credit transfer; 30: credit transfer;
    59: lastschrift, sepa-lastschrift, direct debit, sepa direct debit; 10: bar, cash; 48: karte, card, kreditkarte, credit card
  `,
  documentTypes: `
    380: rechnung, invoice; 381: gutschrift, credit note; 384: korrektur, rechnungskorrektur, corrected invoice, storno;
    389: self-billed invoice; 326: teilrechnung, partial invoice
  `,
  addressSchemes:
    'EM: email, e-mail, mail, smtp; 0204: leitweg-id, leitweg, leitwegid; 0088: gln, ean; 0060: duns',
};

const readWords = new Map<CodeList, ReadonlyMap<string, string>>();

/**
 * Returns the code that was meant, or undefined if none is obvious.
 *
 *     nearestCode('units', 'BO'); // 'XBO': packages of recommendation 21 are written with an X
 *     nearestCode('countries', 'Deutschland'); // 'DE'
 */
export function nearestCode(list: CodeList, written: string): string | undefined {
  const word = written.trim();
  let known = readWords.get(list);
  if (!known) {
    known = readList(words[list] ?? '');
    readWords.set(list, known);
  }
  const lower = word.toLowerCase();
  const found = known.get(lower) ?? namedCodes(list)?.get(lower);
  if (found !== undefined) return found;
  const upper = word.toUpperCase();
  if (isCode(list, upper)) return upper;
  return list === 'units' && isCode(list, `X${upper}`) ? `X${upper}` : undefined;
}

function readList(text: string): ReadonlyMap<string, string> {
  const entries = text.split(';').flatMap((entry) => {
    const [code = '', list = ''] = entry.split(': ');
    return list.split(',').map((word) => [word.trim(), code.trim()] as const);
  });
  return new Map(entries);
}

/** The languages of the names of countries and currencies: those of the larger members of the EU. */
const languages = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl'];

const namedLists = new Map<CodeList, ReadonlyMap<string, string>>();

/** The names that Unicode has for the codes of ISO 3166-1 and ISO 4217, which takes some milliseconds once. */
function namedCodes(list: CodeList): ReadonlyMap<string, string> | undefined {
  if (list !== 'countries' && list !== 'currencies') return undefined;
  const known = namedLists.get(list);
  if (known) return known;
  const names = new Map<string, string>();
  const isCountry = list === 'countries';
  const all = isCountry ? pairsOfLetters() : Intl.supportedValuesOf('currency');
  const codes = all.filter((code) => isCode(list, code));
  for (const language of languages) {
    const display = new Intl.DisplayNames(language, {
      type: isCountry ? 'region' : 'currency',
      fallback: 'none',
    });
    for (const code of codes) {
      const name = display.of(code)?.toLowerCase();
      if (name !== undefined && !names.has(name)) names.set(name, code);
    }
  }
  namedLists.set(list, names);
  return names;
}

function pairsOfLetters(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

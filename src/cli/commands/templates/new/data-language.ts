/** The language of a document that is made from data: from what the data says, from its texts, or from its names. */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { parseLanguageTag } from '#contract/language/language-tag';
import { detectLanguage } from '#template/language/detect-language';
import { functionWords } from '#template/language/function-words';
import { labelFor } from '#template/schema/label';

interface DataLanguage {
  /** A tag of BCP 47. */
  readonly tag: string;
  /** Whether a property of the data names it, instead of a guess from its words. */
  readonly isNamed: boolean;
}

/**
 * Undefined if the data does not show it. Names decide only where texts do not: programs often give English names to data
 * in other languages.
 *
 * @example
 * languageOfData({ sprache: 'de' }); // { tag: 'de', isNamed: true }
 * languageOfData({ rechnungsnummer: 7, faellig_am: '2026-11-30' }); // { tag: 'de', isNamed: false }
 */
export function languageOfData(data: JsonObject): DataLanguage | undefined {
  const named = namedLanguage(data);
  if (named !== undefined) return { tag: named, isNamed: true };
  const names: string[] = [];
  const texts: string[] = [];
  collect(data, names, texts);
  const guess =
    detectLanguage([...names.map(labelFor), ...texts].join('\n')) ??
    languageOfTexts(texts) ??
    languageOfNames(names);
  return guess === undefined ? undefined : { tag: guess, isNamed: false };
}

const languageNames = new Set([
  'lang',
  'language',
  'locale',
  'sprache',
  'langue',
  'idioma',
  'lingua',
  'taal',
]);
const known = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function namedLanguage(data: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(data)) {
    if (typeof value !== 'string' || !languageNames.has(name.toLowerCase())) continue;
    const tag = parseLanguageTag(value.replace('_', '-'));
    // `PHP` and `German` have the form of a tag, and are none.
    if (tag !== undefined && known.of(tag.split('-')[0] ?? tag) !== undefined) return tag;
  }
  return undefined;
}

function collect(value: Json, names: string[], texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const each of value) collect(each, names, texts);
  else if (isJsonObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      names.push(name);
      collect(each, names, texts);
    }
  }
}

/**
 * Beginnings of words that invoices, orders and letters have in their data, in lower case and without accents. Words that
 * languages share are listed for each of them: they count for both.
 */
const stems: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    en: 'invoice order customer client street quantity price date amount number due note description item line address city country name paid payment discount subtotal tax unit seller buyer delivery reference',
    de: 'rechnung kunde kunden auftrag bestell liefer strasse menge preis datum betrag summe gesamt netto brutto steuer mwst nummer faellig fallig hinweis bezeichnung beschreibung artikel anrede adresse anschrift ort plz land zahlung bezahlt rabatt einheit einzelpreis empfanger empfaenger absender verkaufer kaufer position bitte vielen dank ueberweis uberweis angebot mahnung stuck stueck',
    fr: 'facture client commande rue quantite prix date montant numero echeance remarque designation article adresse ville pays nom paye paiement remise tva total vendeur acheteur livraison libelle devis merci veuillez',
    es: 'factura cliente pedido calle cantidad precio fecha importe numero vencimiento nota descripcion articulo direccion ciudad pais nombre pagado pago descuento iva vendedor comprador entrega gracias',
    it: 'fattura cliente ordine via quantita prezzo data importo numero scadenza nota descrizione articolo indirizzo citta paese nome pagato pagamento sconto iva venditore acquirente consegna totale grazie',
    nl: 'factuur klant bestelling straat aantal prijs datum bedrag nummer vervaldatum opmerking omschrijving artikel adres plaats land naam betaald betaling korting btw totaal verkoper koper levering bedankt',
    pt: 'fatura cliente pedido encomenda rua quantidade preco data montante valor numero vencimento nota descricao artigo endereco morada cidade pais nome pago pagamento desconto iva vendedor comprador entrega obrigado',
    pl: 'faktura klient zamowienie ulica ilosc cena data kwota numer termin uwagi opis adres miasto kraj nazwa zaplacono platnosc rabat razem sprzedawca nabywca dostawa dziekujemy',
    sv: 'faktura kund bestallning gata antal pris datum belopp nummer forfallo anmarkning beskrivning artikel adress ort land namn betald betalning rabatt moms summa saljare kopare leverans tack',
    da: 'faktura kunde ordre gade antal pris dato belob nummer forfald bemaerkning beskrivelse vare adresse by land navn betalt betaling rabat moms saelger kober levering tak',
    fi: 'lasku asiakas tilaus katu maara hinta paivamaara summa numero erapaiva huomautus kuvaus tuote osoite kaupunki maa nimi maksettu maksu alennus alv myyja ostaja toimitus kiitos',
  }).map(([tag, words]) => [tag, words.split(' ')]),
);

/** Shorter ones must be whole words: `via` begins `viable`. */
const minStem = 5;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/æ/g, 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

const hasStem = (word: string, own: readonly string[]): boolean =>
  own.some((stem) => word === stem || (stem.length >= minStem && word.startsWith(stem)));

/** What a sentence must have: a word of invoices counts 2, a function word 1. */
const minTextScore = 4;

function languageOfTexts(texts: readonly string[]): string | undefined {
  const words = [...new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{M}]{2,}/gu) ?? []))];
  const tags = new Set([...Object.keys(functionWords), ...Object.keys(stems)]);
  const best = leading(
    [...tags].map((tag) => {
      const scores = words.map((word) =>
        hasStem(plain(word), stems[tag] ?? []) ? 2 : Number(functionWords[tag]?.has(word) ?? false),
      );
      return { tag, score: scores.reduce((sum, score) => sum + score, 0) };
    }),
  );
  return best && best.score >= minTextScore ? best.tag : undefined;
}

const minNames = 2;

function languageOfNames(names: readonly string[]): string | undefined {
  const words = [...new Set(names.flatMap((name) => plain(labelFor(name)).match(/\p{L}{2,}/gu) ?? []))];
  const best = leading(
    Object.entries(stems).map(([tag, own]) => ({
      tag,
      score: words.filter((word) => hasStem(word, own)).length,
    })),
  );
  return best && best.score >= minNames ? best.tag : undefined;
}

/** Undefined if another language is as good. */
function leading<Scored extends { readonly score: number }>(scored: readonly Scored[]): Scored | undefined {
  const [best, next] = scored.toSorted((a, b) => b.score - a.score);
  return best && next && best.score > next.score ? best : undefined;
}

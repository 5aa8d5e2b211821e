/** Spells numbers out as ICU does: English, German, French. */

type Spell = (value: number) => string;

const english = words(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen',
);
const englishTens = words('_ _ twenty thirty forty fifty sixty seventy eighty ninety');

const german = words(
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn ' +
    'siebzehn achtzehn neunzehn',
);
const germanTens = words('_ _ zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig');

const french = words(
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept ' +
    'dix-huit dix-neuf',
);
const frenchTens = words('_ _ vingt trente quarante cinquante soixante');

function words(list: string): string[] {
  return list.split(' ');
}

function spellEnglish(value: number): string {
  if (value < 20) return english[value] as string;
  if (value < 100) {
    const tens = englishTens[Math.floor(value / 10)] as string;
    return value % 10 === 0 ? tens : `${tens}-${english[value % 10]}`;
  }
  for (const [size, name] of [
    [1e12, 'trillion'],
    [1e9, 'billion'],
    [1e6, 'million'],
    [1000, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (value < size) continue;
    const front = `${spellEnglish(Math.floor(value / size))} ${name}`;
    return value % size === 0 ? front : `${front} ${spellEnglish(value % size)}`;
  }
  return '';
}

/** The parts of a long word are joined by soft hyphens, so that it can break between them. */
const soft = '\u00ad';

function spellGerman(value: number, inside = false): string {
  if (value === 1 && inside) return 'ein';
  if (value < 20) return german[value] as string;
  if (value < 100) {
    const tens = germanTens[Math.floor(value / 10)] as string;
    return value % 10 === 0 ? tens : `${spellGerman(value % 10, true)}${soft}und${soft}${tens}`;
  }
  for (const [size, name] of [
    [1e12, 'Billion'],
    [1e9, 'Milliarde'],
    [1e6, 'Million'],
  ] as const) {
    if (value < size) continue;
    const count = Math.floor(value / size);
    const many = name.endsWith('e') ? `${name}n` : `${name}en`;
    const front = count === 1 ? `eine ${name}` : `${spellGerman(count)} ${many}`;
    return value % size === 0 ? front : `${front} ${spellGerman(value % size)}`;
  }
  const [size, name] = value >= 1000 ? [1000, 'tausend'] : [100, 'hundert'];
  const front = `${spellGerman(Math.floor(value / size), true)}${soft}${name}`;
  return value % size === 0 ? front : `${front}${soft}${spellGerman(value % size)}`;
}

/** `last` means that nothing follows, so that `cents` and `vingts` keep their s. */
function spellFrench(value: number, last = true): string {
  if (value < 20) return french[value] as string;
  if (value < 100) {
    if (value === 80) return last ? 'quatre-vingts' : 'quatre-vingt';
    if (value > 80) return `quatre-vingt-${french[value - 80]}`;
    const tens = frenchTens[Math.min(6, Math.floor(value / 10))] as string;
    const rest = value - Math.min(6, Math.floor(value / 10)) * 10;
    if (rest === 0) return tens;
    return rest === 1 || rest === 11 ? `${tens}-et-${french[rest]}` : `${tens}-${french[rest]}`;
  }
  for (const [size, name] of [
    [1e12, 'billion'],
    [1e9, 'milliard'],
    [1e6, 'million'],
  ] as const) {
    if (value < size) continue;
    const count = Math.floor(value / size);
    const front = `${spellFrench(count, false)} ${name}${count > 1 ? 's' : ''}`;
    return value % size === 0 ? front : `${front} ${spellFrench(value % size)}`;
  }
  const [size, name] = value >= 1000 ? [1000, 'mille'] : [100, 'cent'];
  const count = Math.floor(value / size);
  const rest = value % size;
  const plural = size === 100 && count > 1 && rest === 0 && last ? 's' : '';
  const front = count === 1 ? name : `${spellFrench(count, false)} ${name}${plural}`;
  return rest === 0 ? front : `${front} ${spellFrench(rest, last)}`;
}

const languages: Record<string, { spell: Spell; minus: string; point: string }> = {
  en: { spell: spellEnglish, minus: 'minus', point: 'point' },
  de: { spell: (value) => spellGerman(value), minus: 'minus', point: 'Komma' },
  fr: { spell: (value) => spellFrench(value), minus: 'moins', point: 'virgule' },
};

/**
 * Returns the number in words. Returns undefined for another language, and for numbers of 10¹⁵ and more or so small
 * that JavaScript writes them with an exponent.
 */
export function spellOut(value: number, locale: string): string | undefined {
  const language = languages[locale.split('-')[0] ?? ''];
  if (!language || !(Math.abs(value) < 1e15)) return undefined;
  const { spell, minus, point } = language;
  const [whole, fraction] = String(Math.abs(value)).split('.') as [string, string | undefined];
  if (!/^\d+$/.test(whole) || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const digits =
    fraction === undefined ? '' : ` ${point} ${[...fraction].map((each) => spell(Number(each))).join(' ')}`;
  return `${value < 0 ? `${minus} ` : ''}${spell(Number(whole))}${digits}`;
}

/** A few characters of each writing system that is common in documents. */
export const scriptSamples: Readonly<Record<string, string>> = {
  Latin: 'AÄñß€',
  Greek: 'Ωδ',
  Cyrillic: 'Жы',
  Hebrew: 'אב',
  Arabic: 'عرب',
  Devanagari: 'नम',
  Thai: 'กข',
  Chinese: '汉语',
  Japanese: 'あア',
  Korean: '한글',
  Emoji: '😀',
};

/** The writing systems with a character that no font covers. */
export const missingScripts = (missingGlyphs: readonly string[]): string[] =>
  Object.entries(scriptSamples)
    .filter(([, sample]) => [...sample].some((character) => missingGlyphs.includes(character)))
    .map(([name]) => name);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For text and for attributes between double quotes. */
export const toHtmlText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

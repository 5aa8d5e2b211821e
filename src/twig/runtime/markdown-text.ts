/**
 * Escapes text that is printed into Markdown. A character reference would not do: in code, `&lt;` is four characters.
 * So each character that means something in Markdown becomes a code point that Unicode keeps for internal use
 * (U+FDD0–U+FDEF, "noncharacters"), which no rule of Markdown knows, and becomes itself again in the HTML.
 */

const special = '!"#$&\'()*+-./:<=>@[\\]^_`|~ \t\n\r';
const first = 0xfdd0;
const specialCharacter = /[!-$&-+\-./:<->@[-`|~ \t\n\r]/g;
const escapedCharacter = /[\ufdd0-\ufdef]/g;

/**
 * Text that prints as it is wherever it lies in Markdown: neither Markdown nor HTML in it has an effect, and no line ends
 * in it. `restoreMarkdownText` is for the result.
 */
export const escapeMarkdownText = (text: string): string =>
  text.replace(specialCharacter, (character) => {
    const index = special.indexOf(character);
    return index < 0 ? character : String.fromCharCode(first + index);
  });

/** Returns text with the characters that `escapeMarkdownText` replaced. */
export const restoreMarkdownText = (text: string): string =>
  text.replace(escapedCharacter, (mark) => special[mark.charCodeAt(0) - first] ?? '');

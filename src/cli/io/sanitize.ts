/**
 * Makes text from a document or a file name safe to print: a terminal would obey its control characters. They become
 * their Unicode control pictures; line ends and tabs stay.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export const sanitize = (text: string): string =>
  text.replace(controls, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });

/**
 * Text from a document or a file name, safe to show: a terminal would obey the control characters in it. They
 * become the symbols that Unicode has for them; line ends and tabs stay.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export const printable = (text: string): string =>
  text.replace(controls, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });

/** A word as bash, zsh and other shells after POSIX read it from a command line: in quotes, if it needs them. */
export const quoteWord = (text: string): string =>
  /^[\w./+:@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

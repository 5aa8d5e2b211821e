/** A word as bash, zsh and other shells after POSIX read it from a command line. */
export const quoteWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Remedies that several rules share. */

export const languageRemedy =
  'Declare the language of the document: <html lang="en">, "lang" in template.json, or --lang.';

export const tagRemedy =
  'Ask for a tagged document. Documents of pdfapi are tagged unless all that they show is decoration or in an <iframe>: put text into the page itself.';

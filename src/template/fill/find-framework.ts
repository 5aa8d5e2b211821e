/** Template languages and frameworks of pages whose braces are not Twig. */

const frameworks: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Vue', /\sv-(?:for|if|else|show|model|bind|on|html|text|cloak|slot)\b/],
  ['Angular', /\sng-[a-z]|\s\*ng[A-Z]/],
  ['Handlebars', /\{\{\s*[#/>]/],
];

/** The name of what the page seems to be written for, by its attributes and tags. */
export const findFramework = (html: string): string | undefined =>
  frameworks.find(([, sign]) => sign.test(html))?.[0];

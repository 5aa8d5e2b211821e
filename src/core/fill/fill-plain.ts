/** Documents without Twig, as raw HTML mostly is: they need no template language, and no thread. */
import { metadataKeys } from '../../contract/documents.ts';
import type { Filled, FillJob } from './fill.ts';

/** What begins something in Twig, and line ends that it changes. */
const anything = /\{[{%#]|\r/;

/** Characters. The template language says what is too long for it. */
const longest = 1_000_000;

/** What the language would make of it: itself. Undefined where there may be something to do. */
export function fillPlain({ html, twig, header, footer, metadata, partials }: FillJob): Filled | undefined {
  const isPlain = (text: string | undefined) =>
    text === undefined || (text.length <= longest && !anything.test(text));
  if (twig && !isPlain(html)) return undefined;
  if (!isPlain(header) || !isPlain(footer) || Object.keys(partials).length > 0) return undefined;
  const properties = metadataKeys.flatMap((key) => {
    const value = metadata[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  if (!properties.every(([, value]) => isPlain(value))) return undefined;
  return {
    html,
    ...(header === undefined ? {} : { header }),
    ...(footer === undefined ? {} : { footer }),
    metadata: Object.fromEntries(properties.map(([key, value]) => [key, value.trim()])),
  };
}

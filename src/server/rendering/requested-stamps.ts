/** `config.stamp` of a request. */
import type { StampConfig } from '../../contract/api/stamp-schema.ts';
import type { Stamp } from '../../core/paged/stamp/stamp.ts';

/** Undefined without stamps. */
export function toStamps(
  config: StampConfig | readonly StampConfig[] | undefined,
): readonly Stamp[] | undefined {
  if (config === undefined) return undefined;
  const isList = Array.isArray(config);
  return [config].flat().map(({ html = '', pdf, under = false, pages }: StampConfig, index) => {
    const name = isList ? `config.stamp.${index}` : 'config.stamp';
    const content = pdf === undefined ? { html } : { pdf: Buffer.from(pdf, 'base64') };
    return { name, content, isUnder: under, pages, pagesField: `${name}.pages` };
  });
}

/** `config.stamp` of a request. */
import type { StampConfig } from '../../contract/api/stamp-schema.ts';
import { toStamps } from '../../core/paged/stamp/to-stamps.ts';
import type { Stamp } from '../../core/template/model/stamp.ts';

export function requestedStamps(
  config: StampConfig | readonly StampConfig[] | undefined,
): readonly Stamp[] | undefined {
  if (config === undefined) return undefined;
  const decoded = ({ pdf, ...stamp }: StampConfig) => ({
    ...stamp,
    pdf: pdf === undefined ? undefined : Buffer.from(pdf, 'base64'),
  });
  const isList = (stamps: typeof config): stamps is readonly StampConfig[] => Array.isArray(stamps);
  return toStamps(isList(config) ? config.map(decoded) : decoded(config), 'config.stamp');
}

/** The options of a document in the field `config` of a request. */
import type { GenerateRequest, HtmlToPdfRequest } from '#contract/api/requests-schema';
import type { StampConfig } from '#contract/api/stamp-schema';
import { toLoadOptions } from '#contract/document/page-load-schema';
import { toStamps } from '#render/stamp/to-stamps';
import type { Stamp } from '#template/model/stamp';

type Config = NonNullable<GenerateRequest['config']> & NonNullable<HtmlToPdfRequest['config']>;

/** Returns them by the names of the table of options, for `toRenderRequest`; those of another request are undefined. */
export function requestedOptions(config: Config = {}) {
  const {
    time_zone: timeZone,
    e_invoice: eInvoice,
    base_password: basePassword,
    stamp,
    ...options
  } = config as Required<Config>;
  const { media_features, prefer_css_page_size, wait_for, fail_on, basic_auth, user_agent, ...others } =
    options;
  return {
    ...others,
    ...toLoadOptions(options),
    ...{ timeZone, eInvoice, basePassword, stamp: requestedStamps(stamp) },
  };
}

function requestedStamps(
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

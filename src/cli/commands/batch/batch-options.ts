/** The command line of `batch`: its parsed arguments, and its options as commander returns them. */

import type { RowsFormat } from '../../../core/rows/open-rows.ts';
import type { ImageFlags } from '../../options/images/image-options.ts';
import type { RegionOptions } from '../../options/page/region-options.ts';
import type { ProtectionOptions } from '../../options/protection/read-protection.ts';
import type { SigningOptions } from '../../options/signing/signing-options.ts';
import type { StampOptions } from '../../options/stamp/stamp-files.ts';
import type { StandardsOptions } from '../../options/standards.ts';
import type { TemplateArgument } from '../../options/template-argument.ts';

export interface BatchArguments {
  readonly template: TemplateArgument;
  /** A file, or `-`. */
  readonly rows: string;
}

export interface BatchOptions
  extends StandardsOptions,
    ProtectionOptions,
    SigningOptions,
    RegionOptions,
    StampOptions,
    ImageFlags {
  readonly data?: readonly string[];
  readonly set?: readonly string[];
  readonly rowsFormat?: RowsFormat;
  readonly delimiter?: string;
  readonly typed?: true;
  readonly decimal?: '.' | ',';
  readonly output?: string;
  readonly mergeInto?: string;
  readonly force?: true;
  readonly async?: true;
  readonly wait?: true;
  /** The pattern of the names in a ZIP. */
  readonly filename?: string;
  readonly concurrency?: number;
  readonly continueOnError?: true;
  readonly resume?: true;
  readonly report?: string;
  readonly failedRows?: string;
  readonly meta?: readonly string[];
  readonly pages?: string;
  readonly reproducible?: true;
  readonly strict?: boolean;
  readonly lint?: true;
  readonly scripts: boolean;
  readonly tags: boolean;
  readonly baseUrl?: string;
  readonly compact: boolean;
  readonly sandbox: boolean;
  readonly allowHost?: readonly string[];
}

/** The command line of `batch`: its parsed arguments, and its options as commander returns them. */

import type { RowsFormat } from '#template/rows/open-rows';
import type { DataOptions } from '../../options/data/read-data.ts';
import type { ImageFlags } from '../../options/images/image-options.ts';
import type { SideBySideOptions } from '../../options/output/side-by-side-options.ts';
import type { RegionOptions } from '../../options/page/region-options.ts';
import type { ProtectionOptions } from '../../options/protection/read-protection.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import type { SigningOptions } from '../../options/signing/signing-options.ts';
import type { StampOptions } from '../../options/stamp/stamp-files.ts';
import type { StandardsOptions } from '../../options/standards.ts';
import type { TemplateArgument } from '../../options/template-argument.ts';

export interface BatchArguments {
  readonly template: TemplateArgument;
  /** Files, folders, or `-`. */
  readonly rows: readonly string[];
}

/** The options that `addDocumentOptions`, `addRenderingOptions` and `addRowsOptions` declare. */
type SharedOptions =
  | ('meta' | 'pages' | 'reproducible' | 'typed' | 'decimal' | 'encoding')
  | ('strict' | 'lint' | 'scripts' | 'tags' | 'forms' | 'baseUrl' | 'compact' | 'sandbox' | 'allowHost');

export interface BatchOptions
  extends Pick<RenderOptions, SharedOptions>,
    StandardsOptions,
    DataOptions,
    ProtectionOptions,
    SigningOptions,
    RegionOptions,
    StampOptions,
    SideBySideOptions,
    ImageFlags {
  readonly rowsFormat?: RowsFormat;
  readonly delimiter?: string;
  /** Columns, as written. */
  readonly groupBy?: string;
  /** A list and its columns, as written. */
  readonly items?: string;
  readonly output?: string;
  readonly mergeInto?: string;
  readonly force?: true;
  readonly async?: true;
  readonly wait?: true;
  /** The pattern of the names in a ZIP. */
  readonly filename?: string;
  readonly resume?: true;
  readonly report?: string;
  readonly failedRows?: string;
}

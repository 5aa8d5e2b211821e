/** The options that put stamps over and under pages, as parsed. */

export interface StampOptions {
  /** Files: HTML with Twig, or PDF. */
  readonly stamp?: string | undefined;
  readonly under?: string | undefined;
  /** The pages of both. */
  readonly stampPages?: string | undefined;
}

/** The files that no result may overwrite. */
export const stampFiles = ({ stamp, under }: StampOptions): (string | undefined)[] => [stamp, under];

/** Whether a browser has to print one of them. */
export const needsBrowser = (options: StampOptions): boolean =>
  stampFiles(options).some((file) => file !== undefined && !/\.pdf$/i.test(file));

/** The formats of images of pages. */

export const imageFormats = ['png', 'jpeg', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

export const defaultDpi = 150;
/** Pixels per inch. */
export const dpiLimits = { min: 1, max: 2400 } as const;

/** For formats with loss: from 0 to 1. Text has no visible blur at this one. */
export const imageQuality = 0.9;

export const mediaTypeOf = (format: ImageFormat): `image/${ImageFormat}` => `image/${format}`;

/** Returns the format of files with this extension (with its dot, in any case). */
export function formatOfExtension(extension: string): ImageFormat | undefined {
  const name = extension.toLowerCase().replace(/^\.(?:jpg$)?/, (found) => (found === '.jpg' ? 'jpeg' : ''));
  return imageFormats.find((format) => format === name);
}

/** The extension of a file of this format, with its dot. */
export const extensionOf = (format: ImageFormat): string => (format === 'jpeg' ? '.jpg' : `.${format}`);

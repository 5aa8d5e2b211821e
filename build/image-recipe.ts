/** The recipe of the image for a release: the Dockerfile of the checkout, made from the tarball instead of the sources. */

export interface ReleasedPackage {
  /** The file name of the tarball, which is beside the recipe. */
  readonly tarball: string;
  readonly version: string;
  /** The commit that it was made of. */
  readonly revision: string;
}

const buildStage = /^# The package is the same[^\n]*\nFROM [^\n]* AS build\n(?:.+\n)+/m;
const lastLabel = /org\.opencontainers\.image\.licenses="[^"]*"/;

/**
 * Returns the recipe. It needs neither npm nor the sources, and works with every builder. Throws if the Dockerfile has no
 * stage `build`, or no labels.
 */
export function imageRecipe(dockerfile: string, { tarball, version, revision }: ReleasedPackage): string {
  for (const part of [buildStage, lastLabel]) {
    if (!part.test(dockerfile)) throw new Error(`The Dockerfile has nothing like ${part}.`);
  }
  return dockerfile
    .replace(buildStage, `# ADD unpacks it, into /package.\nFROM scratch AS build\nADD ${tarball} /\n`)
    .replace(
      lastLabel,
      (label) => `${label} \\
      org.opencontainers.image.version="${version}" \\
      org.opencontainers.image.revision="${revision}"`,
    );
}

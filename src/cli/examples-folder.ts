/** `templates-examples` of this installation. */
import { fileURLToPath } from 'node:url';

/** Both `src/cli` and `dist/cli` lie two folders below the package. */
export const examplesFolder = (): string =>
  fileURLToPath(new URL('../../templates-examples', import.meta.url));

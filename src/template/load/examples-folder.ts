/** `templates-examples` of this installation. */
import { fileURLToPath } from 'node:url';

/** Both `src/template` and `dist/template` lie three folders below the package. */
export const examplesFolder: string = fileURLToPath(new URL('../../../templates-examples', import.meta.url));

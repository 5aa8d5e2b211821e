/** The folder that each build step writes to. It is temporary until the build is complete; see `build.ts`. */
import { resolve } from 'node:path';

export const outputFolder: string = resolve(process.env.BUILD_OUTPUT ?? 'dist');

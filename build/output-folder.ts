/** Where each step of the build writes: a folder of its own until the build is complete. See `build.ts`. */
import { resolve } from 'node:path';

export const outputFolder: string = resolve(process.env.BUILD_OUTPUT ?? 'dist');

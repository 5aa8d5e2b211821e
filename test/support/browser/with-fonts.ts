/** The packaged browser on a machine with other fonts: fontconfig finds only those of a folder. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../../src/browser/install/find-browser.ts';
import { browserOptions } from '../real-browser.ts';

/** Returns the path of a program for PDFAPI_BROWSER, in the folder. `fonts` holds the fonts that the machine has. */
export async function browserWithFonts(folder: string, fonts: string): Promise<string> {
  const { path, libraries } = await findBrowser(browserOptions);
  const config = join(folder, 'fonts.conf');
  // Named as a headless shell, because that is what the packaged browser is.
  const program = join(folder, 'chromium-headless-shell');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  const variables = [`FONTCONFIG_FILE='${config}'`, ...(libraries ? [`LD_LIBRARY_PATH='${libraries}'`] : [])];
  writeFileSync(program, `#!/bin/sh\nexport ${variables.join(' ')}\nexec '${path}' "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}

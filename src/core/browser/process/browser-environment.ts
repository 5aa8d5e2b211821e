/** The environment of the browser's process. */
import type { BrowserVariables, FoundBrowser } from '../install/find-browser.ts';

interface EnvironmentOptions {
  /** The caller's. */
  readonly environment: BrowserVariables;
  /** See `StartOptions.date`. */
  readonly date?: Date | undefined;
  readonly profile: string;
  /** Whether it is to use the libraries that came with it. */
  readonly ownLibraries: boolean;
}

/** Only what a browser needs: no token, no proxy setting and no path of the caller's reaches it. */
export function browserEnvironment(
  found: FoundBrowser,
  { environment, date, profile, ownLibraries }: EnvironmentOptions,
): NodeJS.ProcessEnv {
  const timeZone = date ? 'UTC' : environment.TZ;
  return {
    HOME: profile,
    TMPDIR: profile,
    XDG_CONFIG_HOME: profile,
    XDG_CACHE_HOME: profile,
    // Of `C.UTF-8` it makes the language `en-US@posix`, which `Intl` refuses.
    LANG: 'en_US.UTF-8',
    ...(timeZone ? { TZ: timeZone } : {}),
    ...(environment.SystemRoot ? { SystemRoot: environment.SystemRoot } : {}),
    ...(found.fontConfig ? { FONTCONFIG_FILE: found.fontConfig } : {}),
    ...(ownLibraries && found.libraries ? { LD_LIBRARY_PATH: found.libraries } : {}),
  };
}

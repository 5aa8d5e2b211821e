/** The environment of the browser's process. */
import type { BrowserVariables, FoundBrowser } from '../install/find-browser.ts';

interface EnvironmentOptions {
  /** The environment of the caller. */
  readonly environment: BrowserVariables;
  readonly profile: string;
  /** Whether to use the shared libraries that came with the packaged browser. */
  readonly ownLibraries: boolean;
}

/** Passes only what a browser needs: no token, proxy setting or path of the caller reaches it. */
export function browserEnvironment(
  found: FoundBrowser,
  { environment, profile, ownLibraries }: EnvironmentOptions,
): NodeJS.ProcessEnv {
  return {
    HOME: profile,
    TMPDIR: profile,
    XDG_CONFIG_HOME: profile,
    XDG_CACHE_HOME: profile,
    // From `C.UTF-8` Chromium derives the language `en-US@posix`, which `Intl` rejects.
    LANG: 'en_US.UTF-8',
    ...(environment.TZ ? { TZ: environment.TZ } : {}),
    ...(environment.SystemRoot ? { SystemRoot: environment.SystemRoot } : {}),
    ...(found.fontConfig ? { FONTCONFIG_FILE: found.fontConfig } : {}),
    ...(ownLibraries && found.libraries ? { LD_LIBRARY_PATH: found.libraries } : {}),
  };
}

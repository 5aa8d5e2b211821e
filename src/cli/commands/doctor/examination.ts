/** The checks behind `pdfapi doctor`: each finding is one line, and the first failure sets the exit code. */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Browser } from '#browser/browser';
import { browserAge, describeBrowserAge } from '#browser/install/browser-age';
import { isUnchanged } from '#browser/install/browser-manifest';
import { findBrowser } from '#browser/install/find-browser';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { render } from '#render/render';
import { Deadline } from '#runtime/deadline';
import { noAssets } from '#template/model/template';
import { formatBytes, formatMilliseconds } from '../../io/format.ts';
import { statPath } from '../../io/stat-path.ts';
import { writeStdout } from '../../io/streams.ts';
import { writeTable } from '../../io/table.ts';
import { environmentVariables } from '../../options/environment.ts';
import { startLocalBrowser } from '../../rendering/local-browser.ts';
import type { Session } from '../../session.ts';
import { checkServer } from './server-check.ts';

interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly text: string;
}

/** Runs one check. A failure that it throws becomes a finding, and the first one sets the exit code. */
export type Examination = (check: string, run: () => Promise<Omit<Finding, 'check'>>) => Promise<void>;

export async function examine(session: Session, options: { sandbox: boolean }): Promise<void> {
  const { context, terminal } = session;
  const findings: Finding[] = [];
  let failure: Failure | undefined;
  const examination: Examination = async (check, run) => {
    terminal.activity(`Checking: ${check}`);
    const finding = await run().catch((error): Omit<Finding, 'check'> => {
      if (!(error instanceof Failure)) throw error;
      failure ??= error;
      return { state: 'failed', text: error.message };
    });
    findings.push({ check, ...finding });
  };

  const browser = await startLocalBrowser(session, options);
  await examination('node', async () => ({ state: 'ok', text: `${process.version} (${process.execPath})` }));
  await examination('browser', () => checkBrowser(session, browser));
  if (!failure) {
    await examination('sandbox', async () => {
      const { sandbox } = await browser.ready();
      return sandbox ? { state: 'ok', text: 'on' } : { state: 'warning', text: 'off: only for trusted HTML' };
    });
    await examination('print', () => checkPrint(browser, findings));
  }
  await examination('database', checkDatabase);
  await examination('environment', () => checkEnvironment(session));
  await examination('disk', () => freeSpace(context.cacheDirectory));
  await examination('data', () => checkDataDirectory(session));
  await checkServer(session, examination);
  terminal.rest();

  if (context.json) await writeStdout(`${JSON.stringify({ ok: !failure, checks: findings })}\n`);
  else {
    const rows = findings.map(({ check, state, text }) => [state, check, text]);
    await writeTable(session, ['', 'check', 'finding'], rows);
  }
  if (failure) throw failure;
}

async function checkBrowser({ context }: Session, browser: Browser): Promise<Omit<Finding, 'check'>> {
  const { path, version } = await browser.ready();
  const found = await findBrowser({
    cacheDirectory: context.cacheDirectory,
    environment: context.environment,
    ...(context.browserPath === undefined ? {} : { executablePath: context.browserPath }),
  });
  const { origin, folder } = found;
  if (folder !== undefined && !(await isUnchanged(path, folder))) {
    const again = origin === 'packaged' ? 'it is unpacked again' : 'then run: pdfapi browser install';
    throw new Failure(
      'browser_failed',
      `${path} has changed since it was ${origin === 'packaged' ? 'unpacked' : 'installed'}.`,
      {
        hint: `Remove ${folder}; ${again}.`,
      },
    );
  }
  const text = `${version}, ${origin} (${path})`;
  const age = browserAge(version, new Date());
  if (!age) return { state: 'ok', text };
  return { state: age.isOld ? 'warning' : 'ok', text: `${text}; ${describeBrowserAge(age)}` };
}

/** Prints one page with a sample of each script, which shows that printing works and which scripts have a font. */
async function checkPrint(browser: Browser, findings: Finding[]): Promise<Omit<Finding, 'check'>> {
  const html = Object.values(scriptSamples)
    .map((text) => `<p>${text}</p>`)
    .join('');
  const template = { name: 'doctor', html, page: {}, metadata: {}, partials: {}, assets: noAssets };
  const deadline = new Deadline();
  try {
    const { report } = await render({ template, data: {}, report: true }, { browser, deadline });
    const missing = missingScripts(report.missingGlyphs);
    const families = report.fonts.map(({ family }) => family).join(', ');
    findings.push({
      check: 'fonts',
      state: missing.length > 0 ? 'warning' : 'ok',
      text: `${families || 'none'}${missing.length > 0 ? `; no font for: ${missing.join(', ')}` : ''}`,
    });
    return { state: 'ok', text: `a page in ${formatMilliseconds(report.timings.total)}` };
  } finally {
    deadline.close();
  }
}

/** A misspelt variable has no effect, and its user notices only later. */
async function checkEnvironment({ context }: Session): Promise<Omit<Finding, 'check'>> {
  const { settings } = await import('#server/settings');
  const known = [
    ...Object.keys(environmentVariables),
    ...Object.values(settings).map(({ variable }) => variable),
  ];
  const given = Object.keys(context.environment).filter((name) => name.startsWith('PDFAPI_'));
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return { state: 'ok', text: given.join(', ') || 'no pdfapi variable is set' };
  const each = unknown.map((name) => `${name} is not a pdfapi variable.${didYouMean(name, known)}`);
  return { state: 'warning', text: each.join(' ') };
}

/** The driver is native code. npm ships it for most platforms; on the others it cannot be loaded. */
async function checkDatabase(): Promise<Omit<Finding, 'check'>> {
  try {
    const { default: Database } = await import('better-sqlite3');
    const database = new Database(':memory:');
    const version = database.prepare('select sqlite_version()').pluck().get();
    database.close();
    return { state: 'ok', text: `SQLite ${version}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return { state: 'warning', text: `the driver does not load (only a server needs it): ${reason}` };
  }
}

/** Throws `usage` if a variable of the server is invalid. */
async function checkDataDirectory({ context }: Session): Promise<Omit<Finding, 'check'>> {
  const { getDataDirectory } = await import('#server/data-directory');
  const folder = getDataDirectory(context.environment);
  const found = statPath(folder);
  if (!found) return { state: 'ok', text: `none: no server has run with it (${folder})` };
  if (!found.isDirectory()) return { state: 'warning', text: `${folder} is a file, not a folder` };
  const mayWrite = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!mayWrite) return { state: 'warning', text: `${folder} is not writable by this user` };
  return await freeSpace(folder);
}

/** Chromium takes 210 MB unpacked; with less space than this, an update does not fit. */
const wantedSpace = 500_000_000;

async function freeSpace(folder: string): Promise<Omit<Finding, 'check'>> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return { state: 'warning', text: `${folder} cannot be read` };
  const free = disk.bavail * disk.bsize;
  return { state: free < wantedSpace ? 'warning' : 'ok', text: `${formatBytes(free)} free at ${folder}` };
}

/** A few characters of each writing system that is common in documents. */
const scriptSamples: Readonly<Record<string, string>> = {
  Latin: 'AÄñß€',
  Greek: 'Ωδ',
  Cyrillic: 'Жы',
  Hebrew: 'אב',
  Arabic: 'عرب',
  Devanagari: 'नम',
  Thai: 'กข',
  Chinese: '汉语',
  Japanese: 'あア',
  Korean: '한글',
  Emoji: '😀',
};

/** The writing systems with a character that no font covers. */
const missingScripts = (missingGlyphs: readonly string[]): string[] =>
  Object.entries(scriptSamples)
    .filter(([, sample]) => [...sample].some((character) => missingGlyphs.includes(character)))
    .map(([name]) => name);

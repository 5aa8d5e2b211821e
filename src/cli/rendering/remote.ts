/** A render on a server, from the options of the command line to the file and the last line on stderr. */
import type { Command } from 'commander';
import type { Generated } from '../../client/client.ts';
import type { Metadata } from '../../contract/documents.ts';
import { Failure } from '../../contract/errors.ts';
import { urlExpiry } from '../../contract/limits.ts';
import { connect, type ServerConnection } from '../connection/server-connection.ts';
import { count, formatBytes, formatMilliseconds } from '../io/format.ts';
import { chooseTarget, type OutputOptions, writeTarget } from '../io/output.ts';
import { writeStdout } from '../io/streams.ts';
import type { Session } from '../session.ts';

export interface RemoteRenderOptions extends OutputOptions {
  /** true, or the lifetime in minutes: print a signed address instead of writing the PDF. */
  readonly url?: string | true;
}

/** The fields of the API beside the document itself. */
export interface DeliveryFields {
  readonly output: 'base64' | 'url';
  readonly filename: string;
  readonly url_expiry?: number;
}

/** A rendered template, as `--json` prints it. */
export interface RenderedTemplate {
  readonly id: number;
  /** Null if the id was given: looking up the name would take another request. */
  readonly name: string | null;
}

/** The templates that were rendered, if any. */
interface RenderedTemplates {
  readonly template?: RenderedTemplate | undefined;
  readonly templates?: readonly RenderedTemplate[] | undefined;
}

/** The output of `--json`. */
interface Result extends RenderedTemplates {
  /** As given on the command line, or `-`; null with `--url`. */
  readonly path: string | null;
  /** The server's address. */
  readonly where: string;
  readonly bytes: number;
  readonly pages?: number;
  /** From the start of the process to the finished file. */
  readonly ms: number;
  readonly url?: string;
  readonly expires_at?: string;
  readonly usage: Generated['usage'];
  readonly warnings: readonly string[];
}

/**
 * Chooses the output, sends the request, writes and reports. `ask` sends the request; it may wait for the server until
 * the command's deadline.
 */
export async function renderRemotely(
  session: Session,
  options: RemoteRenderOptions,
  { filename, what }: { readonly filename: string; readonly what: string },
  ask: (connection: ServerConnection, delivery: DeliveryFields) => Promise<Generated & RenderedTemplates>,
): Promise<void> {
  const { terminal } = session;
  const minutes = expiryOf(options);
  const target = minutes === undefined ? await chooseTarget(session, options, filename) : undefined;
  const connection = await connect(session, { localAlternative });
  terminal.activity(`Asking ${connection.url} for ${what}`);
  const generated = await ask(connection, {
    output: minutes === undefined ? 'base64' : 'url',
    filename: options.filename ?? apiFilename(filename),
    ...(minutes === undefined ? {} : { url_expiry: minutes }),
  });
  terminal.rest();
  if (generated.warning !== undefined) terminal.warn(generated.warning);
  const pdf = generated.pdf;
  if (target && pdf) await writeTarget(session, target, pdf);
  await printResult(session, connection.url, target && (target.path ?? '-'), generated);
}

const localAlternative = 'A path such as ./invoice renders locally.';

/** Rejects options that only a local render supports. Throws `usage` that names those that were given. */
/** Options of rendering that the API has no field for. */
export const localOptions: readonly string[] = [
  '--strict',
  '--reproducible',
  '--no-scripts',
  '--no-tags',
  '--base-url',
  '--no-compact',
  '--allow-host',
  '--no-sandbox',
];

export function rejectLocalOptions(command: Command, names: readonly string[], remedy: string): void {
  const given = names.filter((name) => command.getOptionValueSource(attributeOf(name)) === 'cli');
  const last = given.pop();
  if (last === undefined) return;
  const [subject, verb, object] =
    given.length === 0 ? [last, 'works', 'it'] : [`${given.join(', ')} and ${last}`, 'work', 'them'];
  throw new Failure('usage', `${subject} ${verb} only where pdfapi renders locally.`, {
    hint: `The API has no field for ${object}, so a server cannot be asked. ${remedy}`,
  });
}

/** `--no-scripts` → `scripts`, `--allow-host` → `allowHost`. */
const attributeOf = (flag: string): string =>
  flag.replace(/^--(?:no-)?/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Minutes, if an address is requested. */
function expiryOf({ url, output }: RemoteRenderOptions): number | undefined {
  if (url === undefined) return undefined;
  if (output !== undefined) {
    throw new Failure(
      'usage',
      '-o and --url exclude each other: one writes the PDF, the other prints its address.',
    );
  }
  if (url === true) return urlExpiry.default;
  const minutes = /^\d{1,4}$/.test(url) ? Number(url) : 0;
  if (minutes >= urlExpiry.least && minutes <= urlExpiry.most) return minutes;
  throw new Failure('usage', `--url "${url}" is not a number of minutes.`, {
    hint: `Minutes that the address is valid: ${urlExpiry.least} to ${urlExpiry.most}; ${urlExpiry.default} where none are given.`,
  });
}

/** The API accepts fewer characters in a name than file systems do. */
function apiFilename(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 255);
  return plain || 'document.pdf';
}

/** Returns no field for empty metadata, so that the server does not check the plan for an unused feature. */
export const metadataOrNone = (metadata: Metadata): { metadata?: Metadata } =>
  Object.keys(metadata).length > 0 ? { metadata } : {};

async function printResult(
  session: Session,
  server: string,
  path: string | undefined,
  { pdf, size, usage, url, expires_at, template, templates }: Generated & RenderedTemplates,
): Promise<void> {
  const { context, terminal } = session;
  const pages = pdf && (await pagesOf(pdf));
  const ms = Math.round(performance.now());
  if (context.json) {
    const result: Result = {
      path: path ?? null,
      where: server,
      template,
      templates,
      bytes: size,
      ...(pages === undefined ? {} : { pages }),
      ms,
      ...(url === undefined ? {} : { url }),
      ...(expires_at === undefined ? {} : { expires_at }),
      usage,
      warnings: terminal.warnings,
    };
    return await writeStdout(`${JSON.stringify(result)}\n`);
  }
  if (url !== undefined) await writeStdout(`${url}\n`);
  else if (path !== undefined && path !== '-') await writeStdout(`${path}\n`);
  const left = Math.max(0, usage.limit - usage.current) + usage.pack_credits;
  const facts = [
    server,
    ...(pages === undefined ? [] : [count(pages, 'page')]),
    formatBytes(size),
    formatMilliseconds(ms),
    `${count(left, 'PDF')} left`,
    ...(expires_at === undefined ? [] : [`valid until ${expires_at}`]),
  ].join(' · ');
  terminal.note(
    `${terminal.style.bold(path === '-' ? 'stdout' : (path ?? 'address'))}  ${terminal.style.dim(facts)}`,
  );
}

/** Undefined for a PDF that only its own server can parse. */
async function pagesOf(pdf: Uint8Array): Promise<number | undefined> {
  const { countPages, PdfError } = await import('../../core/pdf/index.ts');
  try {
    return countPages(pdf);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

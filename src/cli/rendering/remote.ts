/** A render on a server, from the options of the command line to the file and the last line on stderr. */
import type { Command } from 'commander';
import type { Browser } from '#browser/browser';
import type { CallBounds, Generated } from '#client/client';
import type { Protection } from '#contract/api/protection';
import type { GenerateRequest } from '#contract/api/requests-schema';
import type { StampConfig } from '#contract/api/stamp-schema';
import type { Upload } from '#contract/api/upload-schema';
import { type CallKind, type DocumentOption, optionTable } from '#contract/document/option-table';
import { type Metadata, plainFilename } from '#contract/documents';
import { Failure } from '#contract/errors';
import { defaultFilename, urlExpiry } from '#contract/limits';
import type { Signer } from '#library/signing/open-signer';
import type { Stamp } from '#template/model/stamp';
import type { PacedConnection } from '../connection/paced-connection.ts';
import { connect, type ServerConnection } from '../connection/server-connection.ts';
import { assertDistinctFiles } from '../io/assert-distinct-files.ts';
import { chooseTarget, type OutputOptions, writeTarget } from '../io/output.ts';
import { chooseImageTarget, type ImageTarget } from '../options/images/image-files.ts';
import { type ImageFlags, readImageSettings } from '../options/images/image-options.ts';
import { type RegionOptions, readRegionOptions } from '../options/page/region-options.ts';
import {
  type ProtectionOptions,
  readBasePassword,
  readProtection,
} from '../options/protection/read-protection.ts';
import { openSigningKey } from '../options/signing/open-key.ts';
import { readServerSignature } from '../options/signing/server-signature.ts';
import type { SigningOptions } from '../options/signing/signing-options.ts';
import { readStamps } from '../options/stamp/read-stamps.ts';
import type { StampOptions } from '../options/stamp/stamp-files.ts';
import { readEInvoice, readStandards, type StandardsOptions } from '../options/standards.ts';
import type { Session } from '../session.ts';
import type { Finished, FinishedPdf } from './result.ts';
import { signFinished } from './sign-finished.ts';

export interface RemoteRenderOptions extends OutputOptions, ImageFlags, SigningOptions, ProtectionOptions {
  readonly sandbox?: boolean;
  /** true, or the lifetime in minutes: print a signed address instead of writing the PDF. */
  readonly url?: string | true;
  /** The address of a storage, to which the server sends the PDF. */
  readonly upload?: string;
}

/** The fields of the API beside the document itself. */
interface DeliveryFields {
  readonly output: 'base64' | 'url' | 'upload';
  readonly filename: string;
  readonly url_expiry?: number | undefined;
  readonly upload?: Upload | undefined;
}

type RenderedTemplates = Pick<FinishedPdf, 'template' | 'templates'>;

interface RemoteDocument {
  /** The name of the PDF if no option names one. */
  readonly filename: string;
  /** What the server is asked for, for the activity. */
  readonly what: string;
  /** Files that are read, which no result may overwrite. */
  readonly inputs: readonly (string | undefined)[];
  /** Set for one of several documents. */
  readonly shared?: SharedTools | undefined;
}

/** What several documents on a server have in common. */
export interface SharedTools {
  readonly connection: PacedConnection;
  readonly cancel: AbortSignal;
  /** Signs each on this machine. */
  readonly signer: Signer | undefined;
  /** Draws the images. */
  readonly browser: () => Promise<Browser>;
}

type Ask = (
  connection: Pick<ServerConnection, 'client' | 'url' | 'options'>,
  delivery: DeliveryFields,
) => Promise<Generated & RenderedTemplates>;

/**
 * Chooses the output, sends the request, writes, and returns what is to be printed. `ask` sends the request; it may wait
 * for the server until the command's deadline.
 */
export async function renderRemotely(
  session: Session,
  options: RemoteRenderOptions,
  { filename, what, inputs, shared }: RemoteDocument,
  ask: Ask,
): Promise<Finished> {
  const { terminal } = session;
  const minutes = parseExpiry(options);
  const upload = parseUpload(options);
  const isElsewhere = minutes !== undefined || upload !== undefined;
  if (isElsewhere && options.sign !== undefined) throw signsElsewhere();
  // The key stays on this machine: what the server rendered is signed here.
  const signer =
    shared || options.signIdentity !== undefined ? shared?.signer : await openSigningKey(session, options);
  const images = readImageSettings(options);
  if (images && isElsewhere) {
    throw new Failure(
      'usage',
      `${upload ? '--upload' : '--url'} is for PDFs: images are drawn by this command.`,
    );
  }
  const stem = filename.replace(/\.pdf$/i, '');
  const imageTarget = images && (await chooseImageTarget(session, options, images, { stem, inputs }));
  const target = isElsewhere || imageTarget ? undefined : await chooseTarget(session, options, filename);
  if (target) assertDistinctFiles([target.path], inputs);
  const connection = shared?.connection ?? (await connectOnce(session));
  terminal.activity(`Asking ${connection.url} for ${what}`);
  const delivery = {
    output: upload ? 'upload' : minutes === undefined ? 'base64' : 'url',
    filename: (images ? undefined : options.filename) ?? plainFilename(filename, defaultFilename),
    url_expiry: minutes,
    upload,
  } as const;
  const { client, url: server } = connection;
  const request = (bounds: CallBounds) => ask({ client, url: server, options: bounds }, delivery);
  const generated = await connection.send(request, shared?.cancel ?? new AbortController().signal);
  terminal.rest();
  if (generated.warning !== undefined) terminal.warn(generated.warning);
  if (imageTarget && generated.pdf) {
    return await drawReceived(session, imageTarget, generated.pdf, {
      options,
      server,
      browser: shared?.browser,
    });
  }
  const pdf = generated.pdf && (await signFinished(session, generated.pdf, signer));
  if (target && pdf) await writeTarget(session, target, pdf);
  const { usage, url, expires_at, uploaded, template, templates } = generated;
  return {
    path: target ? (target.path ?? '-') : null,
    server,
    template,
    templates,
    pages: pdf && (await findPages(pdf)),
    bytes: pdf?.length ?? generated.size,
    ms: Math.round(performance.now()),
    url,
    expires_at,
    uploaded,
    usage,
  };
}

/** A connection for one document, whose requests share the command's deadline. */
async function connectOnce(session: Session): Promise<Omit<PacedConnection, 'pace'>> {
  const { client, url, options } = await connect(session, { localAlternative });
  return { client, url, send: (request) => request(options) };
}

const signsElsewhere = (): Failure =>
  new Failure('usage', '--sign signs on this machine, but with --url and --upload the PDF stays elsewhere.', {
    hint: 'Write the PDF to a file with -o.',
  });

interface DrawReceived {
  readonly options: RemoteRenderOptions;
  readonly server: string;
  readonly browser: SharedTools['browser'] | undefined;
}

/** Draws what a server has rendered. Its pages are drawn here, so that they look alike wherever they were rendered. */
async function drawReceived(
  session: Session,
  target: ImageTarget,
  pdf: Uint8Array,
  { options, server, browser }: DrawReceived,
): Promise<Finished> {
  const [{ startLocalBrowser }, { writeImages }] = await Promise.all([
    import('./local-browser.ts'),
    import('./write-images.ts'),
  ]);
  const { userPassword, ownerPassword } = (await readProtection(session, options)) ?? {};
  const passwords = [userPassword, ownerPassword].filter((password) => password !== undefined);
  const started = browser?.() ?? startLocalBrowser(session, { sandbox: options.sandbox ?? true });
  const images = await writeImages(session, await started, target, { pdf, passwords });
  session.terminal.rest();
  return { images, server, ms: Math.round(performance.now()) };
}

const localAlternative = 'A path such as ./invoice renders locally.';

/** Flags of options for which a request has no field. */
export const localFlags = (kind: CallKind): string[] => [
  ...Object.values<DocumentOption>(optionTable).flatMap(({ flags = [], requests = [] }) =>
    requests.includes(kind) ? [] : flags,
  ),
  '--no-sandbox',
];

/** Rejects options that only a local render supports. Throws `usage` that names those that were given. */
export function rejectLocalOptions(command: Command, names: readonly string[], remedy: string): void {
  const given = names.filter((name) => {
    const attribute = attributeOf(name);
    const isNegated = command.getOptionValue(attribute) === false;
    return command.getOptionValueSource(attribute) === 'cli' && name.startsWith('--no-') === isNegated;
  });
  const last = given.pop();
  if (last === undefined) return;
  const [subject, verb, object] =
    given.length === 0 ? [last, 'works', 'it'] : [`${given.join(', ')} and ${last}`, 'work', 'them'];
  throw new Failure('usage', `${subject} ${verb} only for local renders.`, {
    hint: `The API has no field for ${object}. ${remedy}`,
  });
}

/** `--no-scripts` → `scripts`, `--allow-host` → `allowHost`. */
const attributeOf = (flag: string): string =>
  flag.replace(/^--(?:no-)?/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Minutes, if an address is requested. */
function parseExpiry({ url, output }: RemoteRenderOptions): number | undefined {
  if (url === undefined) return undefined;
  if (output !== undefined) {
    throw new Failure(
      'usage',
      '-o and --url are mutually exclusive: one writes the PDF, the other prints its address.',
    );
  }
  if (url === true) return urlExpiry.default;
  const minutes = /^\d{1,4}$/.test(url) ? Number(url) : 0;
  if (minutes >= urlExpiry.min && minutes <= urlExpiry.max) return minutes;
  throw new Failure('usage', `--url "${url}" is not a number of minutes.`, {
    hint: `Give ${urlExpiry.min} to ${urlExpiry.max} minutes; the default is ${urlExpiry.default}.`,
  });
}

function parseUpload({ upload, url, output }: RemoteRenderOptions): Upload | undefined {
  if (upload === undefined) return undefined;
  if (output !== undefined || url !== undefined) {
    const other = output === undefined ? '--url' : '-o';
    throw new Failure(
      'usage',
      `${other} and --upload are mutually exclusive: the PDF is sent to your storage only.`,
    );
  }
  return { url: upload };
}

/** Returns no field for empty metadata, so that the server does not check the plan for an unused feature. */
export const metadataOrNone = (metadata: Metadata): { metadata?: Metadata } =>
  Object.keys(metadata).length > 0 ? { metadata } : {};

/** The settings of a request that are not its page settings: standards, protection, signature, stamps, locale. */
type DocumentConfig = NonNullable<GenerateRequest['config']>;

/** The field `config` of a request without page settings, or none. Throws what reading the options throws. */
export async function documentConfig(
  session: Pick<Session, 'context'>,
  options: StandardsOptions &
    ProtectionOptions &
    SigningOptions &
    RegionOptions &
    StampOptions & { readonly pages?: string | undefined; readonly forms?: boolean | undefined },
): Promise<{ config?: DocumentConfig }> {
  const standards = readStandards(options);
  const e_invoice = await readEInvoice(options);
  const protection = await readProtection(session, options);
  const base_password = await readBasePassword(options);
  const { stamps } = await readStamps(options);
  const { locale, timeZone } = readRegionOptions(options);
  // None can be forgotten.
  const config: Required<DocumentConfig> = {
    ...standards,
    e_invoice,
    pages: options.pages,
    forms: options.forms,
    locale,
    time_zone: timeZone,
    protection: protection && toProtectionConfig(protection),
    base_password,
    sign: readServerSignature(session, options),
    stamp: stamps.length === 0 ? undefined : stamps.map(toStampConfig),
  };
  const given = Object.entries(config).filter(([, value]) => value !== undefined);
  return given.length > 0 ? { config: Object.fromEntries(given) } : {};
}

function toStampConfig({ content, isUnder, pages }: Stamp): StampConfig {
  const drawn =
    'html' in content ? { html: content.html } : { pdf: Buffer.from(content.pdf).toString('base64') };
  return { ...drawn, ...(isUnder ? { under: true } : {}), ...(pages === undefined ? {} : { pages }) };
}

function toProtectionConfig({ userPassword, ownerPassword, permissions }: Protection) {
  return {
    ...(userPassword === undefined ? {} : { user_password: userPassword }),
    ...(ownerPassword === undefined ? {} : { owner_password: ownerPassword }),
    ...(permissions ? { permissions: [...permissions] } : {}),
  };
}

/** Undefined for a PDF that only its own server can parse. */
async function findPages(pdf: Uint8Array): Promise<number | undefined> {
  const { countPages, PdfError } = await import('#pdf');
  try {
    return countPages(pdf);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

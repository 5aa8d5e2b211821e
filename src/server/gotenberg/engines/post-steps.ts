/**
 * The steps on the PDFs of a conversion that its form asks for, in Gotenberg's order: split, watermark, stamp, rotate, flatten,
 * optimize, PDF/A and PDF/UA, bookmarks, metadata, embedded files, Factur-X, encryption.
 */
import type { Permission, Protection } from '#contract/api/protection';
import { isPdf2, type PdfaLevel, pdfaLevels, type StandardsSettings } from '#contract/documents';
import type { Attachment, Bookmark } from '#pdf';
import { prepareProtection } from '#render/sealing/requested-protection';
import type { Deadline } from '#runtime/deadline';
import type { ArrangeTask } from '../../rendering/foreign-pdf.ts';
import { type GotenbergCall, GotenbergError, type OutputFile } from '../answer.ts';
import type { FormFile, GotenbergForm } from '../form/gotenberg-form.ts';
import { arrange, inTurn, split, stamp } from './engine-work.ts';
import {
  assertSplit,
  bindStampFiles,
  type EmbedFields,
  type EncryptFields,
  type FacturXFields,
  type FormatFields,
  invalid,
  type RotateFields,
  readEmbedsMetadata,
  readEncrypt,
  readFacturX,
  readFormats,
  readMetadata,
  readOptimize,
  readRotate,
  readSplit,
  readStampFields,
  toNamedProperties,
} from './read-fields.ts';

export interface PostSteps {
  /** Checks what is checked after all fields. Throws `GotenbergError`. */
  check(): void;
  /** Returns the files after all steps. Throws `GotenbergError` and `Failure`. */
  run(files: readonly OutputFile[], call: GotenbergCall, deadline: Deadline): Promise<readonly OutputFile[]>;
}

/** The steps that only PDFs of others have. */
interface MoreSteps {
  readonly flatten?: boolean | undefined;
  /** Replace the outline of each file. Default: it stays. */
  readonly bookmarks?: readonly Bookmark[] | undefined;
}

export interface EngineSteps extends PostSteps {
  /** Without a turn in the queue of its own. */
  apply(
    files: readonly OutputFile[],
    tools: { readonly call: GotenbergCall; readonly deadline: Deadline },
    more?: MoreSteps,
  ): Promise<readonly OutputFile[]>;
}

interface ReadOptions {
  /** Default: it is optional. */
  readonly split?: 'required' | 'none' | undefined;
  /** Reads fields that come after the metadata. */
  readonly afterMetadata?: (() => void) | undefined;
}

/** Reads their fields in Gotenberg's order; `form.validate()` follows. Throws `GotenbergError` for stamps. */
export const readPostSteps = (form: GotenbergForm): PostSteps => readSteps(form, {});

/** Like `readPostSteps`, for routes whose input are PDFs. */
export function readSteps(
  form: GotenbergForm,
  { split: splitting, afterMetadata }: ReadOptions,
): EngineSteps {
  const splitFields =
    splitting === 'none'
      ? ({ mode: '', span: '', unify: false } as const)
      : readSplit(form, splitting === 'required');
  const formats = readFormats(form);
  const metadata = readMetadata(form, false);
  afterMetadata?.();
  const encrypt = readEncrypt(form);
  const embeds = form.hasFaults ? [] : form.filesOf('embeds');
  const watermarks = readStampFields(form, 'watermark');
  const stamps = readStampFields(form, 'stamp');
  const rotate = readRotate(form, false);
  const optimize = readOptimize(form);
  const embedsMetadata = readEmbedsMetadata(form);
  const facturX = readFacturX(form);
  let marks: Parameters<typeof stamp>[1] = [];
  const apply: EngineSteps['apply'] = async (files, tools, { flatten, bookmarks } = {}) => {
    const { deadline } = tools;
    assertSplit(splitFields);
    const parts: OutputFile[] = [];
    for (const file of files) parts.push(...(await split(file, splitFields, deadline)));
    const stamped = await stamp(parts, marks, tools);
    const changes = (): ArrangeTask['changes'] => ({
      rotate: toTurns(rotate),
      flatten: flatten || undefined,
      bookmarks,
      imageQuality: optimize.isWanted ? optimize.quality : undefined,
      asked: toStandards(withInvoice(formats, facturX)),
      properties: toNamedProperties(metadata),
      attachments: toAttachments(embeds, embedsMetadata),
      eInvoice: facturX.xml && Buffer.from(facturX.xml.bytes).toString(),
      // Each file has a key of its own.
      protection: toFileProtection(encrypt),
    });
    if (Object.values(changes()).every((value) => value === undefined)) return stamped;
    const finished: OutputFile[] = [];
    for (const file of stamped) finished.push(await arrange(file, changes(), deadline));
    return finished;
  };
  return {
    check() {
      marks = [
        ['watermark', bindStampFiles(watermarks, form, 'watermark')],
        ['stamp', bindStampFiles(stamps, form, 'stamp')],
      ];
      assertCompatible({ formats, encrypt, embeds, facturX });
    },
    apply,
    async run(files, call, deadline) {
      const tools = { call, deadline };
      return await inTurn(tools, () => apply(files, tools), { isContinued: true });
    },
  };
}

interface CheckedFields {
  readonly formats: FormatFields;
  readonly encrypt: EncryptFields;
  readonly embeds: readonly FormFile[];
  readonly facturX: FacturXFields;
}

function assertCompatible({ formats: { pdfa }, encrypt, embeds, facturX }: CheckedFields): void {
  if (pdfa !== '' && (encrypt.userPassword !== '' || encrypt.ownerPassword !== '')) {
    throw invalid('PDF/A format is incompatible with encryption');
  }
  if (pdfa !== '' && embeds.length > 0 && !allowsFiles(pdfa)) {
    throw invalid(
      `PDF format '${pdfa}' does not support embedded files; only PDF/A-3 variants, PDF/A-4e and PDF/A-4f allow attachments`,
    );
  }
  const { userPassword, ownerPassword, ...permissions } = encrypt;
  if (Object.values(permissions).includes(false) && userPassword === '' && ownerPassword === '') {
    throw invalid("permission restrictions require a 'userPassword' or 'ownerPassword'");
  }
  if (facturX.level === '' && facturX.xml) {
    throw invalid("'facturxConformanceLevel' is required when 'facturxXml' is provided");
  }
  if (facturX.level !== '' && !facturX.xml) {
    throw invalid("'facturxXml' file is required when 'facturxConformanceLevel' is set");
  }
  if (facturX.xml && pdfa !== '' && !isThirdPart(pdfa)) {
    throw invalid(`Factur-X requires a PDF/A-3 variant (PDF/A-3a, PDF/A-3b, or PDF/A-3u), got '${pdfa}'`);
  }
}

const isThirdPart = (pdfa: string): boolean => /^PDF\/A-3[abu]$/.test(pdfa);

const allowsFiles = (pdfa: string): boolean => isThirdPart(pdfa) || /^PDF\/A-4[ef]$/.test(pdfa);

/** A document with an invoice is PDF/A-3. */
export const withInvoice = (formats: FormatFields, { xml }: FacturXFields): FormatFields =>
  xml && formats.pdfa === '' ? { ...formats, pdfa: 'PDF/A-3b' } : formats;

/** Undefined if no standard is asked for. Throws `GotenbergError` for one that is not made. */
export function toStandards({ pdfa, pdfua }: FormatFields): StandardsSettings | undefined {
  if (pdfa === '') return pdfua ? { pdfua } : undefined;
  const level = pdfaLevels.find((known: PdfaLevel) => `PDF/A-${known}` === pdfa);
  // The part that goes with it.
  if (level) return { pdfa: level, pdfua: pdfua && isPdf2({ pdfa: level }) ? 2 : pdfua || undefined };
  if (/^PDF\/A-1[ab]$/.test(pdfa)) {
    throw new GotenbergError(
      400,
      `${pdfa} is not made here. Ask for PDF/A-2b, or for PDF/A-3b with embedded files.`,
    );
  }
  throw new GotenbergError(
    400,
    'The requested PDF format is not supported, or no PDF engine could apply it. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.',
  );
}

/** Undefined without an angle. */
export const toTurns = ({ angle, pages }: RotateFields): readonly string[] | undefined =>
  angle === 0 ? undefined : [`+${angle}${pages === '' ? '' : `:${pages}`}`];

const relationships = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const;

/** Undefined without files. Throws `GotenbergError` for a relationship that PDF does not have. */
export function toAttachments(
  files: readonly FormFile[],
  metadata: EmbedFields,
): readonly Attachment[] | undefined {
  if (files.length === 0) return undefined;
  return files.map(({ name, bytes }) => {
    const { mimeType, relationship: asked } = metadata[name] ?? {};
    const relationship = relationships.find((known) => known === asked);
    if (asked !== undefined && !relationship) {
      throw invalid(`the relationship of '${name}' must be ${relationships.join(', ')}`);
    }
    return { name, data: new Uint8Array(bytes), type: mimeType, relationship };
  });
}

/** Undefined without passwords. Throws `invalid_option` for a password that no PDF can have. */
export function toFileProtection(fields: EncryptFields): ReturnType<typeof prepareProtection> {
  const { userPassword, ownerPassword } = fields;
  if (userPassword === '' && ownerPassword === '') return undefined;
  const protection: Protection = {
    userPassword: userPassword || undefined,
    // The same password twice would lift the restrictions for those who open the file.
    ownerPassword: ownerPassword === '' || ownerPassword === userPassword ? undefined : ownerPassword,
    permissions: toPermissions(fields),
  };
  return prepareProtection(protection);
}

/** Undefined if everything is permitted. */
function toPermissions(fields: EncryptFields): readonly Permission[] | undefined {
  const permitted: readonly (readonly [boolean, Permission])[] = [
    [fields.allowPrinting, 'print'],
    [fields.allowCopying, 'copy'],
    [fields.allowAnnotating, 'annotate'],
    [fields.allowFillingForms, 'fill'],
    [fields.allowAssembling, 'assemble'],
  ];
  if (fields.allowModifying && permitted.every(([isPermitted]) => isPermitted)) return undefined;
  return permitted.flatMap(([isPermitted, name]) => (isPermitted ? [name] : []));
}

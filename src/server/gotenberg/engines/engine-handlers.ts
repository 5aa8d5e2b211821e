/** The routes below /forms/pdfengines. */
import type { Deadline } from '#runtime/deadline';
import type { ArrangeTask } from '../../rendering/foreign-pdf.ts';
import type { GotenbergHandler, OutputFile } from '../answer.ts';
import type { FormFile, GotenbergForm } from '../form/gotenberg-form.ts';
import { arrange, describe, inTurn, stamp } from './engine-work.ts';
import { bookmarksOf, mergeRoute, splitRoute } from './merge-and-split.ts';
import { toMetadata } from './metadata-names.ts';
import { toAttachments, toFileProtection, toStandards, toTurns, withInvoice } from './post-steps.ts';
import {
  bindStampFiles,
  invalid,
  readBookmarkField,
  readEmbedsMetadata,
  readEncrypt,
  readFacturX,
  readFormats,
  readMetadata,
  readOptimize,
  readRotate,
  readStampFields,
  type StampKind,
  toNamedProperties,
} from './read-fields.ts';

/** Path below /forms/pdfengines, such as `merge` → its handler. */
export const engineHandlers: Readonly<Record<string, GotenbergHandler>> = {
  merge: mergeRoute,
  split: splitRoute,
  flatten: eachFile(() => () => ({ flatten: true })),
  optimize: eachFile((form) => {
    const { quality } = readOptimize(form);
    return () => ({ imageQuality: quality });
  }),
  convert: eachFile((form) => {
    const formats = readFormats(form);
    return {
      check() {
        if (formats.pdfa !== '' || formats.pdfua) return;
        throw invalid("either 'pdfa' or 'pdfua' form fields must be provided");
      },
      changes: () => ({ asked: toStandards(formats) }),
    };
  }),
  'metadata/read': readEach(async (file, deadline) => toMetadata(await describe(file, deadline))),
  'metadata/write': eachFile((form) => {
    const metadata = readMetadata(form, true);
    return () => ({ properties: toNamedProperties(metadata) });
  }),
  'bookmarks/read': readEach(async (file, deadline) => (await describe(file, deadline)).bookmarks),
  'bookmarks/write': eachFile((form) => {
    const bookmarks = readBookmarkField(form, true);
    return ({ name }) => ({ bookmarks: bookmarksOf(bookmarks, name) });
  }),
  encrypt: eachFile((form) => {
    const encrypt = readEncrypt(form);
    return {
      check() {
        if (encrypt.userPassword !== '' || encrypt.ownerPassword !== '') return;
        throw invalid("a 'userPassword' or 'ownerPassword' is required");
      },
      changes: () => ({ protection: toFileProtection(encrypt) }),
    };
  }),
  embed: eachFile((form) => {
    const embeds = form.filesOf('embeds');
    const metadata = readEmbedsMetadata(form);
    return () => ({ attachments: toAttachments(embeds, metadata) });
  }),
  watermark: stampFiles('watermark'),
  stamp: stampFiles('stamp'),
  rotate: eachFile((form) => {
    const rotate = readRotate(form, true);
    return () => ({ rotate: toTurns(rotate) });
  }),
  'factur-x': eachFile((form) => {
    const formats = readFormats(form);
    const facturX = readFacturX(form);
    return {
      check() {
        if (facturX.level !== '' && facturX.xml) return;
        throw invalid("'facturxConformanceLevel' and 'facturxXml' are both required");
      },
      changes: () => ({
        asked: toStandards(withInvoice(formats, facturX)),
        eInvoice: Buffer.from(facturX.xml?.bytes ?? []).toString(),
      }),
    };
  }),
};

type Changes = (file: OutputFile) => ArrangeTask['changes'];

/** Reads the fields of a route. What it returns is called after the form was validated. */
type ReadChanges = (
  form: GotenbergForm,
) => Changes | { readonly check: () => void; readonly changes: Changes };

/** A route that changes each of its files. One whose changes are none stays as it is. */
function eachFile(read: ReadChanges): GotenbergHandler {
  return async (call) => {
    const { form } = call;
    const found = read(form);
    const files = form.requiredFilesWith(['.pdf']);
    form.validate();
    const { check, changes } = 'check' in found ? found : { check: () => {}, changes: found };
    check();
    return {
      kind: 'files',
      async run(deadline) {
        return await inTurn({ call, deadline }, async () => {
          const changed: OutputFile[] = [];
          for (const file of files) {
            const asked = changes(file);
            const isChanged = Object.values(asked).some((value) => value !== undefined);
            changed.push(isChanged ? await arrange(file, asked, deadline) : file);
          }
          return changed;
        });
      },
    };
  };
}

/** A route that says something of each of its files, by its name. */
function readEach(read: (file: FormFile, deadline: Deadline) => Promise<unknown>): GotenbergHandler {
  return async (call) => {
    const files = call.form.requiredFilesWith(['.pdf']);
    call.form.validate();
    return {
      kind: 'json',
      async run(deadline) {
        return await inTurn({ call, deadline }, async () => {
          const found: Record<string, unknown> = {};
          for (const file of files) found[file.name] = await read(file, deadline);
          return found;
        });
      },
    };
  };
}

function stampFiles(kind: StampKind): GotenbergHandler {
  return async (call) => {
    const { form } = call;
    const fields = readStampFields(form, kind);
    const files = form.requiredFilesWith(['.pdf']);
    form.validate();
    if (fields.length === 0) throw invalid(`form field '${kind}Source' is required`);
    const stamps = bindStampFiles(fields, form, kind);
    return {
      kind: 'files',
      async run(deadline) {
        const tools = { call, deadline };
        return await inTurn(tools, async () => {
          const readable: OutputFile[] = [];
          for (const file of files) readable.push(await arrange(file, {}, deadline));
          return await stamp(readable, [[kind, stamps]], tools);
        });
      },
    };
  };
}

/** Locks of signed fields, as programs write them: in the field, in the signature, or in both. */
import { describe, expect, it } from 'vitest';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { locks, readLocks, type SignatureLock } from '../../../../src/pdf/signing/read-locks.ts';
import { buildPdf } from '../../../support/pdf/build-pdf.ts';

interface Locked {
  /** The lock of the field. */
  readonly lock?: string;
  /** The parameters of the signature. */
  readonly parameters?: string;
}

function lockOf({ lock, parameters }: Locked): SignatureLock | undefined {
  const reference =
    parameters === undefined
      ? ''
      : `/Reference[<</TransformMethod/FieldMDP/TransformParams<<${parameters}>>>>]`;
  const pdf = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 6 0 R]>>>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    4: `<</FT/Sig/T(Author)/V 5 0 R${lock === undefined ? '' : `/Lock<<${lock}>>`}>>`,
    5: `<</Type/Sig/Contents<00>/ByteRange[0 1 2 3]${reference}>>`,
    6: '<</FT/Sig/T(Buyer)/Lock<</Action/All/P 1>>>>',
  });
  const found = readLocks(new PdfReader(pdf));
  // The field that is not signed locks nothing.
  expect(found.length).toBeLessThan(2);
  return found[0];
}

/** Which of three fields are locked. */
function lockedBy(locked: Locked): readonly string[] {
  const lock = lockOf(locked);
  return lock ? ['town', 'price', 'price.net'].filter((field) => locks(lock, field)) : [];
}

describe('a lock', () => {
  it('of a signature or of its field names the fields that are locked', () => {
    for (const written of ['lock', 'parameters'] as const) {
      expect(lockedBy({ [written]: '/Action/All' })).toEqual(['town', 'price', 'price.net']);
      expect(lockedBy({ [written]: '/Action/Include/Fields[(price)]' })).toEqual(['price', 'price.net']);
      expect(lockedBy({ [written]: '/Action/Exclude/Fields[(price)]' })).toEqual(['town']);
      expect(lockedBy({ [written]: '/Action/Include/Fields[(price.net)]' })).toEqual(['price.net']);
      expect(lockedBy({ [written]: '/Action/Include/Fields[]' })).toEqual([]);
    }
    expect(lockedBy({})).toEqual([]);
  });

  it('holds where the signature and its field do not say the same', () => {
    const both = {
      lock: '/Action/Include/Fields[(town)]/P 3',
      parameters: '/Action/Include/Fields[(price)]/P 2',
    };
    expect(lockedBy(both)).toEqual(['town', 'price', 'price.net']);
    expect(lockOf(both)?.level).toBe(2);
  });

  it('says what may still change in the document', () => {
    expect(lockOf({ lock: '/Action/Include/Fields[]/P 1' })).toMatchObject({ signature: 'Author', level: 1 });
    expect(lockOf({ lock: '/Action/All' })?.level).toBeUndefined();
    expect(lockOf({ lock: '/Action/All/P 4' })?.level).toBeUndefined();
  });

  it('that cannot be understood locks everything', () => {
    expect(lockedBy({ lock: '/Action/Some/Fields[(town)]' })).toEqual(['town', 'price', 'price.net']);
    expect(lockedBy({ parameters: '' })).toEqual(['town', 'price', 'price.net']);
  });
});

/** Locks of signatures (SigFieldLock, FieldMDP): which fields, and how much of the document, may change after them. */
import { describe, expect, it } from 'vitest';
import { changed, error, objects, signedPdf } from './changed.ts';
import { errorsOf } from './signed.ts';

describe('a signature with a lock', () => {
  const locked = async (lock: string): Promise<Buffer> =>
    await signedPdf({
      before: {
        15: objects[15].replace('/T(Author)', `/T(Author)/Lock<</Type/SigFieldLock${lock}>>`),
        16: '[6 0 R 15 0 R 17 0 R]',
        17: '<</FT/Sig/T(Buyer)/Rect[0 0 0 0]/P 3 0 R>>',
      },
    });
  /** Further signatures, as of a program that does not look at locks. */
  const signature = '<</Type/Sig/SubFilter/ETSI.CAdES.detached/Contents<00>/ByteRange[0 1 2 3]>>';
  const signedByBuyer = { 17: '<</FT/Sig/T(Buyer)/Rect[0 0 0 0]/P 3 0 R/V 31 0 R>>', 31: signature };
  const signedAnew = {
    16: '[6 0 R 15 0 R 17 0 R 32 0 R]',
    32: '<</FT/Sig/T(New)/Rect[0 0 0 0]/P 3 0 R/V 31 0 R>>',
    31: signature,
  };
  const filled = { 6: objects[6].replace('/T(town)', '/T(town)/V(Wien)') };
  const annotated = {
    3: objects[3].replace('15 0 R]', '15 0 R 30 0 R]'),
    30: '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>',
  };

  it('permits what its level permits', async () => {
    for (const [level, change, isPermitted] of [
      [1, filled, false],
      [1, annotated, false],
      [2, filled, true],
      [2, annotated, false],
      [3, filled, true],
      [3, annotated, true],
    ] as const) {
      const pdf = changed(change, await locked(`/Action/Include/Fields[(other)]/P ${level}`));
      const [first = ''] = errorsOf(pdf);
      expect([level, Object.keys(change), first === '']).toEqual([level, Object.keys(change), isPermitted]);
      if (!isPermitted) expect(first).toContain('which the lock of its field does not permit.');
    }
  });

  it('permits no further signature at level 1, but evidence', async () => {
    const pdf = await locked('/Action/Include/Fields[(other)]/P 1');
    expect(errorsOf(changed(signedAnew, pdf))).toEqual(
      error('a signature field, which the lock of its field does not permit'),
    );
    expect(errorsOf(changed(signedByBuyer, pdf))).toEqual(
      error('the signature Buyer, which the lock of its field does not permit'),
    );
    expect(errorsOf(changed({ 20: '<</Certs[21 0 R 12 0 R]/CRLs[22 0 R]>>' }, pdf))).toEqual([]);
  });

  it('names each locked field that was changed', async () => {
    for (const [lock, names] of [
      ['/Action/All', ['town', 'Buyer']],
      ['/Action/Include/Fields[(town)]', ['town']],
      ['/Action/Include/Fields[(Buyer)]', ['Buyer']],
      ['/Action/Exclude/Fields[(Buyer)]', ['town']],
      ['/Action/Exclude/Fields[(town)(Buyer)]', []],
    ] as const) {
      const pdf = changed({ ...filled, ...signedByBuyer }, await locked(lock));
      expect([lock, errorsOf(pdf)]).toEqual([
        lock,
        names.flatMap((name) => error(`the locked field ${name}`)),
      ]);
    }
  });

  it('of all fields permits no new signature, which others do', async () => {
    expect(errorsOf(changed(signedAnew, await locked('/Action/All')))).toEqual(error('the locked field New'));
    expect(errorsOf(changed(signedAnew, await locked('/Action/Include/Fields[(town)]')))).toEqual([]);
  });
});

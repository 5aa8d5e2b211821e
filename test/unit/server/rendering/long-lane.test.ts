import { expect, it } from 'vitest';
import type { FilledDocument } from '../../../../src/render/filled-document.ts';
import { LongLaneBusy, startLongLane } from '../../../../src/server/rendering/long-lane.ts';
import { startRenderQueue } from '../../../../src/server/rendering/render-queue.ts';

const { signal } = new AbortController();
const filled = (html: string) => ({ content: { filled: { html } } }) as FilledDocument;
const long = filled('<p>'.repeat(20_000));
const short = filled('<p>');
/** Runs what is due. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Documents that print until they are ended. */
function startPrinting({ workers = 1, capacity = 10, longAfterMs = 10_000 } = {}) {
  const queue = startRenderQueue({ workers, capacity });
  const lane = startLongLane({ places: 1, capacity, longAfterMs });
  const printing = new Map<string, () => void>();
  const print = (name: string, document: FilledDocument, team = 1) =>
    queue.run(team, signal, (place) =>
      lane.print(document, { team, signal, place }, (isLong) => {
        const done = Promise.withResolvers<boolean>();
        printing.set(name, () => done.resolve(isLong));
        return done.promise.finally(() => printing.delete(name));
      }),
    );
  return {
    queue,
    lane,
    print,
    names: () => [...printing.keys()],
    end: (name: string) => printing.get(name)?.(),
  };
}

it('a long document takes no place from short ones, and the next long one waits', async () => {
  const { print, names, end, queue, lane } = startPrinting();
  const prints = [print('report', long), print('second report', long), print('receipt', short)];
  await turn();
  expect(names()).toEqual(['report', 'receipt']);
  expect([queue.running, lane.running, lane.waiting]).toEqual([1, 1, 1]);
  end('report');
  await turn();
  expect(names()).toEqual(['receipt', 'second report']);
  end('second report');
  end('receipt');
  expect(await Promise.all(prints)).toEqual([true, true, false]);
  expect([queue.running, lane.running, lane.waiting]).toEqual([0, 0, 0]);
});

it('the long document of another team does not wait for those of the first one', async () => {
  const { print, names, end } = startPrinting();
  const prints = [print('a', long, 1), print('b', long, 1), print('other', long, 2)];
  await turn();
  expect(names()).toEqual(['a', 'other']);
  for (const name of ['a', 'other']) end(name);
  await turn();
  end('b');
  await Promise.all(prints);
});

it('a document that takes long gives its place back, but not more of them than there are places', async () => {
  const { print, names, end, queue, lane } = startPrinting({ longAfterMs: 1 });
  const prints = [print('first', short), print('second', short), print('third', short)];
  await turn();
  await turn();
  expect(names()).toEqual(['first', 'second']);
  expect([queue.running, lane.running]).toEqual([1, 1]);
  for (const name of ['first', 'second']) end(name);
  await turn();
  end('third');
  expect(await Promise.all(prints)).toEqual([false, false, false]);
  expect([queue.running, lane.running]).toEqual([0, 0]);
});

it('too many waiting long documents are rejected, and all of them when it closes', async () => {
  const { print, end, lane } = startPrinting({ capacity: 1 });
  const first = print('first', long);
  const waiting = print('waiting', long);
  waiting.catch(() => {});
  await turn();
  await expect(print('rejected', long)).rejects.toMatchObject({ code: 'queue_full' });
  lane.close();
  await expect(waiting).rejects.toMatchObject({ code: 'server_stopping' });
  end('first');
  expect(await first).toBe(true);
});

it('a print that fails leaves no place taken', async () => {
  const { queue, lane } = startPrinting();
  const fail = (document: FilledDocument) =>
    queue.run(1, signal, (place) =>
      lane.print(document, { team: 1, signal, place }, () => Promise.reject(new Error('broken'))),
    );
  for (const document of [long, short]) await expect(fail(document)).rejects.toThrow('broken');
  expect([queue.running, lane.running]).toEqual([0, 0]);
});

it('a long document that may not wait fails while there is no place, and keeps none', async () => {
  const { queue, lane, print, end } = startPrinting();
  const first = print('first', long);
  await turn();
  const impatient = (document: FilledDocument, team: number) =>
    queue.run(team, signal, (place) =>
      lane.print(document, { team, signal, place }, async (isLong) => isLong, { mayWait: false }),
    );
  await expect(impatient(long, 1)).rejects.toBeInstanceOf(LongLaneBusy);
  expect([lane.hasPlace(1), lane.hasPlace(2)]).toEqual([false, true]);
  expect(await impatient(short, 1)).toBe(false);
  expect(await impatient(long, 2)).toBe(true);
  end('first');
  await first;
  expect(lane.hasPlace(1)).toBe(true);
  expect(await impatient(long, 1)).toBe(true);
  expect([queue.running, lane.running, lane.waiting]).toEqual([0, 0, 0]);
});

import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../../src/contract/errors.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import type { StepKind, TimedDocument, TimeoutAudience } from '../../../src/runtime/timeout-advice.ts';

it('resolves with a result that arrives in time', async () => {
  const deadline = new Deadline(60_000);
  await expect(deadline.race('a step', Promise.resolve(1))).resolves.toBe(1);
  deadline.close();
});

it('names the step that was running when the time ran out', async () => {
  const deadline = new Deadline(50);
  const never = new Promise(() => {});
  await expect(deadline.race('printing', never)).rejects.toMatchObject({
    code: 'timeout',
    message: 'No PDF within 0.05 s: the time ran out while printing.',
  });
  // A timer may end early by its own rounding.
  expect(deadline.remainingMs).toBeLessThan(5);
  expect(() => deadline.check('finishing')).toThrow(/the time ran out while/);
});

describe('the message of a timeout', () => {
  const never = () => new Promise(() => {});
  const html = '<table>'.concat('<tr><td>x'.repeat(8_000));
  const tagged = { html, scripts: false, tags: true };
  const reasonOf = async (deadline: Deadline, kind: StepKind, document?: TimedDocument) =>
    await deadline.race('doing it', never(), { kind, document }).then(
      () => undefined,
      ({ message, hint }: Failure) => ({ message, hint }),
    );

  it.each<[TimeoutAudience, StepKind, RegExp]>([
    ['command', 'printing', /: --no-tags\. For more time: --timeout 2m\.$/],
    ['library', 'printing', /: \{ tags: false \}\. For more time: \{ timeoutMs: 120000 \}\.$/],
    ['api', 'printing', /: "tags": false in template\.json\. The limit is the server’s/],
    ['command', 'waiting', /^For more time: --timeout 2m\.$/],
    ['library', 'waiting', /^Print fewer documents at the same time\./],
    ['api', 'waiting', /^The server is busy\. A job \(Prefer: respond-async\) waits/],
  ])('says to the user of the %s what helps with a step of %s', async (audience, kind, advice) => {
    const isPrinting = kind === 'printing';
    const reason = await reasonOf(
      new Deadline(30, undefined, { audience }),
      kind,
      isPrinting ? tagged : undefined,
    );
    expect(reason?.hint).toMatch(advice);
    expect(reason?.message).toMatch(/^No PDF within 0.03 s: the time ran out while doing it\./);
    if (isPrinting) expect(reason?.message).toContain(' s, for 73 KB of HTML with 8,000 table rows.');
    // Responses of the API have no hints.
    expect(reason?.message.endsWith(reason.hint ?? '')).toBe(audience === 'api');
  });

  it.each([
    ['list items', '<ul>'.concat('<li><p>x</p></li>'.repeat(4_000), '<LI class="last">y')],
    ['list items', `<ul>${'<li><p>x</p><p>y</p></li>'.repeat(4_001)}</ul>`],
    ['paragraphs', '<p>a<b>c</b>'.repeat(4_001)],
    ['table rows', `<table>${'<tr><td><p>x</p><p>y</p></td></tr>'.repeat(4_001)}</table><p>z</p>`],
    ['table rows', `<TABLE>${'<tr><td><ul><li>x</li><li>y</li></ul></td></tr>'.repeat(4_001)}</TABLE>`],
  ])('counts %s, and not what is in them', async (name, document) => {
    const deadline = new Deadline(20, undefined, { audience: 'api' });
    const reason = await reasonOf(deadline, 'printing', { html: document, scripts: false, tags: true });
    expect(reason?.message).toContain(` KB of HTML with 4,001 ${name}.`);
    expect(reason?.message).toContain('as a job (Prefer: respond-async)');
  });

  it('advises more than the time that was not enough', async () => {
    const deadline = new Deadline(60_000, undefined, { end: performance.now() + 20 });
    expect((await reasonOf(deadline, 'printing', { ...tagged, tags: false }))?.hint).toBe(
      'For more time: --timeout 4m. Or print it in parts and combine them with pdfapi merge.',
    );
  });

  it('names the step of work that watches the signal itself', async () => {
    const deadline = new Deadline(20);
    const watching = new Promise((_, reject) => {
      deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason));
    });
    await expect(deadline.race('filling the template', watching)).rejects.toThrow(
      'the time ran out while filling the template.',
    );
    expect(() => deadline.check('printing')).toThrow('the time ran out while printing.');
  });
});

it('leaves no rejection unhandled if a step fails after the timeout', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const deadline = new Deadline(1);
  await delay(20);
  const late = delay(20).then(() => {
    throw new Error('late');
  });
  await expect(deadline.race('a step', late)).rejects.toMatchObject({ code: 'timeout' });
  await delay(50);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it('rejects with the abort reason of the caller, immediately if the signal is already aborted', async () => {
  const caller = new AbortController();
  const deadline = new Deadline(60_000, caller.signal);
  const running = deadline.race('a step', new Promise(() => {}));
  caller.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await expect(new Deadline(60_000, caller.signal).race('a step', Promise.resolve(1))).rejects.toThrow(
    'gone',
  );
});

/** Fills a store with some of everything that a service keeps, for tests that copy it. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { newDocumentId } from '../../../src/store/documents.ts';
import type { Store } from '../../../src/store/store.ts';
import { charge, claimKey } from './open-test-store.ts';

export interface History {
  /** Ids of documents whose bytes are stored. */
  readonly documents: readonly string[];
  /** A token that is accepted. */
  readonly token: string;
  readonly teamId: number;
}

const at = new Date('2026-03-10T12:00:00Z');
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

/** Texts and numbers at the edges of what a column takes. */
const oddTexts = ['Zürich', '😀 ＆ 日本', "it's; --", ' ', '\u{10ffff}'];

export async function generateHistory(store: Store): Promise<History> {
  const { teams, tokens, templates, ledger, documents, idempotency, sessions } = store;
  const team = await teams.create({ name: 'Acme', plan: 'basic', email: 'a@acme.example', verified: true });
  for (const [index, text] of oddTexts.entries()) {
    const { id } = await teams.create({ name: `Zürich 日本 ${index}`, plan: 'discovery', quota: 0 });
    await ledger.addCredits(id, 1, text);
  }
  const { id: tokenId, token } = await tokens.create({
    teamId: team.id,
    name: 'ci',
    scopes: ['templates:write'],
  });
  const revoked = await tokens.create({ teamId: team.id, name: undefined, scopes: [] });
  await tokens.revoke(revoked.id);
  await tokens.authenticate(token, at);
  await sessions.open(tokenId, { at, endsAt: later(60) });
  for (let count = 0; count < 3; count++) await store.rotateSigningKey();
  await ledger.addCredits(team.id, 1_000, 'invoice 1');
  await ledger.addCredits(team.id, -100, oddTexts.join(' '));
  await charge(store, team.id, 4_990, at);
  for (let day = 0; day < 40; day++) await charge(store, team.id, 1 + day, later(day * 1_440));
  const held = await ledger.hold({ teamId: team.id, amount: 1, at: later(60_000) });
  if (held.kind === 'held') await ledger.void(held.hold);

  const files = (text: string) =>
    new Map(
      Object.entries({
        'template.html': `<p>${text}</p>`,
        'assets/ü.bin': Uint8Array.from({ length: 256 }, (_, byte) => byte),
        'assets/large.bin': new Uint8Array(1_500_000).fill(text.length),
        'assets/empty.txt': '',
      }).map(([path, content]) => [path, Buffer.from(content)]),
    );
  const pushed = { teamId: team.id, type: 'html', hasBasePdf: false, base: undefined } as const;
  const first = await templates.push({ ...pushed, name: 'letter', files: files('one'), publish: true });
  await templates.push({ ...pushed, name: 'letter', files: files('three'), publish: false });
  const gone = await templates.push({ ...pushed, name: 'gone', files: files('two'), publish: true });
  await templates.delete({ teamId: team.id, id: gone.id, base: undefined, dryRun: false });
  await templates.rename({ teamId: team.id, id: first.id, dryRun: false }, 'rechnung');

  const ids: string[] = [];
  for (let count = 0; count < 3; count++) {
    const id = newDocumentId();
    const bytes = Buffer.from(`%PDF-1.7 ${count} ${id}`);
    const hold = await ledger.hold({ teamId: team.id, amount: 1, at: later(70_000) });
    if (hold.kind !== 'held') throw new Error('exhausted');
    const sha256 = await documents.write(id, bytes);
    const document = {
      id,
      teamId: team.id,
      filename: 'ä.pdf',
      size: bytes.length,
      createdAt: at,
      expiresAt: later(9e6),
      sha256,
    };
    const claim = await claimKey(store, { teamId: team.id, key: `key ${count}`, requestHash: 'h', at });
    const toResponse = () => ({ status: 200, body: '{"a":"\\u0000",\r\n\t"b":1}', documentId: id });
    await ledger.settle(hold.hold, { at: later(70_000), document, idempotency: { claim, toResponse } });
    ids.push(id);
  }
  await idempotency.sweep(at);
  return { documents: ids, token, teamId: team.id };
}

/** Adds `count` PDFs to the ledger in a file: two entries each. A hundred times as fast as charging for each. */
export function addCharges(dataDirectory: string, teamId: number, count: number): void {
  const sqlite = new Sqlite(join(dataDirectory, 'database.sqlite'));
  try {
    const hold = sqlite.prepare(
      "INSERT INTO entries (team_id, kind, at, amount, day) VALUES (?, 'hold', ?, 1, ?)",
    );
    const post = sqlite.prepare(
      "INSERT INTO entries (team_id, kind, at, amount, day, settles, quota, from_quota, from_credits, uncovered) VALUES (?, 'post', ?, 1, ?, ?, 1000000000, 1, 0, 0)",
    );
    const counted = sqlite.prepare(
      'INSERT INTO usage_days (team_id, day, posted) VALUES (?, ?, 1) ON CONFLICT (team_id, day) DO UPDATE SET posted = posted + 1',
    );
    sqlite.transaction(() => {
      for (let index = 0; index < count; index++) {
        const time = new Date(Date.UTC(2025, 0, 1) + index * 40_000);
        const day = time.toISOString().slice(0, 10);
        const { lastInsertRowid } = hold.run(teamId, time.getTime(), day);
        post.run(teamId, time.getTime(), day, lastInsertRowid);
        counted.run(teamId, day);
      }
    })();
  } finally {
    sqlite.close();
  }
}

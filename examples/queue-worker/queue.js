/** A queue in a SQLite file, which any number of producers and workers on one machine share. */
import Database from 'better-sqlite3';

/** A job that no worker extended for this long belongs to a worker that is gone. */
const leaseMs = Number(process.env.LEASE_MS ?? 30_000);
/** Before the second attempt; doubled before each further one. */
const retryMs = Number(process.env.RETRY_MS ?? 1_000);

export const maxAttempts = 5;

export function openQueue(file = process.env.QUEUE ?? 'queue.sqlite') {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec(`
    CREATE TABLE IF NOT EXISTS jobs (
      id TEXT PRIMARY KEY,
      data TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'printing', 'done', 'failed')),
      attempts INTEGER NOT NULL DEFAULT 0,
      -- When a worker may take it: of a printing job, the end of the lease.
      due INTEGER NOT NULL DEFAULT 0,
      error TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS jobs_due ON jobs (due) WHERE state IN ('waiting', 'printing');
  `);
  const add = database.prepare('INSERT INTO jobs (id, data) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const claim = database.prepare(`
    UPDATE jobs SET state = 'printing', attempts = attempts + 1, due = :now + :leaseMs
    WHERE id = (SELECT id FROM jobs WHERE state IN ('waiting', 'printing') AND due <= :now ORDER BY due, id LIMIT 1)
    RETURNING id, data, attempts`);
  // The number of the attempt says who holds the job: a worker that was too slow must not end another's attempt.
  const mine = "WHERE id = :id AND state = 'printing' AND attempts = :attempts";
  const extend = database.prepare(`UPDATE jobs SET due = :due ${mine}`);
  const end = database.prepare(`UPDATE jobs SET state = :state, due = :due, error = :error ${mine}`);
  const open = database.prepare("SELECT count(*) FROM jobs WHERE state IN ('waiting', 'printing')").pluck();

  return {
    /** Returns whether the job is new. Adding a job again changes nothing. */
    add: (id, data) => add.run(id, JSON.stringify(data)).changes === 1,
    /** Returns a job that is this worker's until its lease ends; undefined if none is due. */
    claim: () => claim.get({ now: Date.now(), leaseMs }),
    /** Extends the lease until the returned function is called. */
    hold({ id, attempts }) {
      const timer = setInterval(() => extend.run({ id, attempts, due: Date.now() + leaseMs }), leaseMs / 3);
      return () => clearInterval(timer);
    },
    finish: ({ id, attempts }) => end.run({ id, attempts, state: 'done', due: 0, error: null }),
    fail: ({ id, attempts }, error) => end.run({ id, attempts, state: 'failed', due: 0, error }),
    retry({ id, attempts }, error) {
      const due = Date.now() + retryMs * 2 ** (attempts - 1);
      end.run({ id, attempts, state: 'waiting', due, error });
    },
    /** Jobs that are neither done nor failed. */
    openJobs: () => open.get(),
    close: () => database.close(),
  };
}

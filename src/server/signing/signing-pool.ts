/**
 * Signs in threads of its own: what a stranger's PDF costs does not block the server, and an authority that does not respond
 * delays signatures, but no other document.
 */
import type { SignConfig } from '#contract/api/sign-schema';
import { Failure } from '#contract/errors';
import { type AuthorityNetwork, openAuthorityNetwork } from '#render/sealing/authority-network';
import type { Deadline } from '#runtime/deadline';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import type { HttpExchange } from '#signing';
import { startRenderQueue } from '../rendering/render-queue.ts';
import type { IdentityFiles } from './sealed-identity.ts';

export interface SignTask {
  readonly pdf: Uint8Array;
  readonly files: IdentityFiles;
  readonly details: Omit<SignConfig, 'identity' | 'timestamp'>;
  /** The address of the authority. */
  readonly timestamp: string | undefined;
  readonly date: Date;
}

export interface SignedDocument {
  readonly pdf: Uint8Array;
  /** SHA-256 of the signed PDF. */
  readonly hash: Uint8Array;
  readonly warnings: readonly string[];
}

export type AuthorityRequest = Parameters<HttpExchange>[0];
export type AuthorityReply = Awaited<ReturnType<HttpExchange>> | { readonly error: string };

export interface SigningPool {
  /**
   * Runs when it is the team's turn. Throws `invalid_option` for a PDF or a field that cannot be signed, `timestamp_failed`,
   * `timeout`, `memory_limit` and the errors of `RenderQueue.run`.
   */
  sign(task: SignTask, team: number, deadline: Deadline): Promise<SignedDocument>;
  /** Ends all threads; running and waiting signatures fail. */
  close(): Promise<void>;
}

export interface SigningPoolOptions {
  /** Signatures that are made at the same time. */
  readonly workers: number;
  /** Signatures that may wait, across all teams. */
  readonly capacity: number;
  /** Exact `host` or `host:port` that certificates may name although they are not public. */
  readonly allowHosts: readonly string[];
}

/** Starts threads with the first signatures. */
export function startSigningPool({ workers, capacity, allowHosts }: SigningPoolOptions): SigningPool {
  const queue = startRenderQueue({ workers, capacity });
  const pool = startWorkerPool<SignTask, SignedDocument, AuthorityRequest, AuthorityReply>({
    ...threadBeside(import.meta.url, 'sign'),
    closedError: () => new Failure('server_stopping', 'The server is stopping.'),
  });
  const reach = {
    kind: 'public',
    allowHosts,
    remedy: (host: string) => `The operator of the server can allow it with --allow-host ${host}.`,
  } as const;
  const work = async (task: SignTask, deadline: Deadline): Promise<SignedDocument> => {
    const { timestamp: authority } = task;
    const { signal } = deadline;
    const network = authority === undefined ? undefined : openAuthorityNetwork({ authority, reach, signal });
    try {
      const onQuestion = (request: AuthorityRequest) => askAuthority(network, request);
      const signed = pool.run(task, { signal, onQuestion });
      return await deadline.race('signing the document', signed);
    } catch (cause) {
      if (!(cause instanceof WorkerLimitError)) throw cause;
      throw new Failure('memory_limit', `Signing the document takes ${cause.amount}.`, { cause });
    } finally {
      network?.close();
    }
  };
  return {
    sign: (task, team, deadline) =>
      queue.run(team, deadline.signal, () => work(task, deadline), { isContinued: true }),
    async close() {
      queue.close();
      await pool.close();
    },
  };
}

async function askAuthority(
  network: AuthorityNetwork | undefined,
  request: AuthorityRequest,
): Promise<AuthorityReply> {
  if (!network) return { error: 'the signature has no time stamp' };
  try {
    return await network.exchange(request);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

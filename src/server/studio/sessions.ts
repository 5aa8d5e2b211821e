/**
 * The sessions of the studio. A session is a random number in a cookie, of which the server keeps only the hash. It
 * represents a token that was presented once and ends with that token.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Authenticated } from '../../store/tokens.ts';
import type { ServerContext } from '../context.ts';

export interface StudioSessions {
  /** Returns the number for the cookie. */
  open(caller: Authenticated): string;
  /** Returns undefined for a number that is unknown or expired, or whose token is no longer valid. */
  find(id: string): Authenticated | undefined;
  close(id: string): void;
}

/** In milliseconds: one working day. */
export const sessionLife = 12 * 3_600_000;

/** The oldest session is dropped first: a program that signs in repeatedly cannot exhaust the memory. */
const maxSessions = 1_000;
const maxSessionsPerToken = 20;

interface Session {
  readonly tokenId: number;
  readonly endsAt: number;
}

export function startStudioSessions({ store, now }: Pick<ServerContext, 'store' | 'now'>): StudioSessions {
  // In the order in which they were opened.
  const sessions = new Map<string, Session>();

  const makeRoom = (tokenId: number) => {
    const own = [...sessions].filter(([, session]) => session.tokenId === tokenId);
    for (const [key] of own.slice(0, Math.max(0, own.length - maxSessionsPerToken + 1))) sessions.delete(key);
    for (const key of [...sessions.keys()].slice(0, Math.max(0, sessions.size - maxSessions + 1))) {
      sessions.delete(key);
    }
  };

  return {
    open({ tokenId }) {
      makeRoom(tokenId);
      const id = randomBytes(32).toString('base64url');
      sessions.set(hashId(id), { tokenId, endsAt: now().getTime() + sessionLife });
      return id;
    },
    find(id) {
      const key = hashId(id);
      const session = sessions.get(key);
      if (!session) return undefined;
      const time = now();
      const caller =
        time.getTime() < session.endsAt ? store.tokens.authenticateAgain(session.tokenId, time) : undefined;
      if (!caller) sessions.delete(key);
      return caller;
    },
    close: (id) => void sessions.delete(hashId(id)),
  };
}

const hashId = (id: string): string => createHash('sha256').update(id).digest('base64');

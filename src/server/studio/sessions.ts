/**
 * Sessions of the studio: a random number in a cookie represents a token, so that the page never stores the token
 * itself. A session ends with its token.
 */
import type { Authenticated } from '#store/tokens';
import type { ServerContext } from '../context.ts';

export interface StudioSessions {
  /** Returns the number for the cookie. */
  open(caller: Authenticated): Promise<string>;
  /** Returns undefined for a number that is unknown or expired, or whose token is no longer valid. */
  find(id: string): Promise<Authenticated | undefined>;
  close(id: string): Promise<void>;
}

/** In milliseconds: one working day. */
export const sessionLife = 12 * 3_600_000;

export function studioSessions({ store, now }: Pick<ServerContext, 'store' | 'now'>): StudioSessions {
  const { sessions, tokens } = store;
  return {
    async open({ tokenId }) {
      const at = now();
      return await sessions.open(tokenId, { at, endsAt: new Date(at.getTime() + sessionLife) });
    },
    async find(id) {
      const session = id === '' ? undefined : await sessions.find(id);
      if (!session) return undefined;
      const time = now();
      const caller =
        time < session.endsAt ? await tokens.authenticateAgain(session.tokenId, time) : undefined;
      if (!caller) await sessions.close(id);
      return caller;
    },
    async close(id) {
      if (id !== '') await sessions.close(id);
    },
  };
}

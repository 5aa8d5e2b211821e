/** A receiver of webhooks on loopback, which verifies each with the reference implementation of the specification. */
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';
import { afterFile } from '../after-file.ts';
import { type Received, type Receiver, type Receivers, startReceivers } from './receivers.ts';

let receivers: Promise<Receivers> | undefined;

/** All receivers of a test file share a port. */
export async function openReceiver(): Promise<Receiver> {
  receivers ??= startReceivers().then((started) => {
    afterFile(() => {
      receivers = undefined;
      return started.close();
    });
    return started;
  });
  return (await receivers).open();
}

/** Returns the verified event. Throws for a wrong signature. `at` is the time of the sender's clock. */
export function verify(secret: string, { headers, body }: Received, at = new Date()): WebhookBody {
  // A receiver accepts timestamps of the last five minutes.
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookBody;
  } finally {
    vi.useRealTimers();
  }
}

export interface WebhookBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

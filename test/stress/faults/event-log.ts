/** The events of teams under a load: their webhooks get one for each charge, at least once, whatever happened meanwhile. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../../src/store/store.ts';
import type { WebhookDelivery } from '../../../src/store/webhooks/delivery-rows.ts';
import type { Receiver, Receivers } from '../../support/server/receivers.ts';
import type { LoadTeam } from './mixed-load.ts';

export interface Charges {
  /** PDFs. */
  readonly posted: number;
  /** Of documents that were acknowledged. */
  readonly keys: readonly string[];
}

interface Subscription {
  readonly team: LoadTeam;
  readonly receiver: Receiver;
  readonly webhookId: number;
}

/** Milliseconds for what was owed at the end of a day. A server that was killed keeps what it sent for a minute. */
const patienceMs = 180_000;
const pageSize = 500;

export class EventLog {
  /** Those that arrived. */
  count = 0;
  readonly #store: Store;
  readonly #subscriptions: readonly Subscription[];

  private constructor(store: Store, subscriptions: readonly Subscription[]) {
    this.#store = store;
    this.#subscriptions = subscriptions;
  }

  static async open(store: Store, teams: readonly LoadTeam[], receivers: Receivers): Promise<EventLog> {
    const subscribe = async (team: LoadTeam): Promise<Subscription> => {
      const receiver = receivers.open();
      const events = ['document.finished'] as const;
      const { id } = await store.webhooks.create({ teamId: team.id, url: receiver.url, events });
      return { team, receiver, webhookId: id };
    };
    return new EventLog(store, await Promise.all(teams.map(subscribe)));
  }

  /** Has all receivers take what they are owed. A server must run. */
  async check(chargesOf: (team: LoadTeam) => Promise<Charges>): Promise<void> {
    for (const { receiver } of this.#subscriptions) Object.assign(receiver, { answer: 204, delayMs: 0 });
    for (const subscription of this.#subscriptions) {
      const { posted, keys } = await chargesOf(subscription.team);
      await this.#sendOwed(subscription);
      const arrived = arrivedAt(subscription.receiver);
      const deliveries = await this.#deliveries(subscription);
      for (const { id } of deliveries) assert.ok(arrived.has(id), `${id} has arrived`);
      const told = deliveries.map(({ payload }) => JSON.parse(payload).data);
      const amounts = told.reduce((sum, { amount }) => sum + amount, 0);
      assert.equal(amounts, posted, 'PDFs of which webhooks were told, and those that were charged');
      const toldKeys = new Set(told.map(({ idempotency_key: key }) => key));
      for (const key of keys) assert.ok(toldKeys.has(key), `an event of ${key}`);
      this.count += arrived.size;
    }
  }

  /** Retries pending deliveries at once, as `pdfapi webhooks redeliver` does. */
  async #sendOwed(subscription: Subscription): Promise<void> {
    const { team, webhookId } = subscription;
    for (const { id, state, attempts, lastError } of await this.#deliveries(subscription)) {
      if (state === 'delivered') continue;
      assert.equal(state, 'pending', `${id}: no day is as long as all attempts`);
      if (attempts > 0) assert.ok(lastError, `${id} says why it did not arrive`);
      // Due for any clock.
      await this.#store.deliveries.redeliver(team.id, webhookId, id, new Date(0));
    }
    for (const end = performance.now() + patienceMs; ; await delay(500)) {
      const owed = (await this.#deliveries(subscription)).filter(({ state }) => state !== 'delivered');
      if (owed.length === 0) return;
      assert.ok(performance.now() < end, `${owed.length} events are owed: ${JSON.stringify(owed[0])}`);
    }
  }

  async #deliveries({ webhookId }: Subscription): Promise<WebhookDelivery[]> {
    const all: WebhookDelivery[] = [];
    for (;;) {
      const page = await this.#store.deliveries.list(webhookId, { before: all.at(-1)?.id, limit: pageSize });
      all.push(...page);
      if (page.length < pageSize) return all;
    }
  }
}

/** The ids of events that the receiver took. */
const arrivedAt = ({ received }: Receiver): ReadonlySet<string> =>
  new Set(
    received
      .filter(({ answer }) => typeof answer === 'number' && answer < 300)
      .map(({ headers }) => String(headers['webhook-id'])),
  );

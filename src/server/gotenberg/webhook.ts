/**
 * Webhooks that a request names in its headers: they get the file, or the error, after the request itself was answered with 204.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { EgressRefused } from '#browser/egress/refusal';
import { Unreachable } from '#browser/egress/unreachable';
import { contentDisposition } from '#contract/files/content-disposition';
import type { AddressRule, Outbound } from '../outbound/outbound.ts';
import { addressRule, assertListed, forbidden, rulesFor } from './address-filter.ts';
import { GotenbergError, type OutputFile } from './answer.ts';
import { isTemporary } from './download-files.ts';
import { parseJsonText } from './form/go-json.ts';
import { headersOf } from './headers-field.ts';
import { contentTypeOf, type ErrorText } from './send-answer.ts';
import type { GotenbergSettings } from './variables.ts';

const methods = ['POST', 'PATCH', 'PUT'] as const;
type Method = (typeof methods)[number];

export interface RequestedWebhook {
  /** Sends the result and its event. Does not reject: what cannot be sent is reported to the error address, and logged. */
  succeed(file: OutputFile): Promise<void>;
  fail(error: ErrorText): Promise<void>;
}

interface WebhookTools {
  readonly settings: GotenbergSettings;
  readonly outbound: Outbound;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  /** Ends the checks of addresses: the client has left. */
  readonly signal: AbortSignal;
}

/**
 * Returns the webhook of a request, or undefined if it names none. Throws `GotenbergError` with Gotenberg's texts: 403 for an
 * address that may not be reached.
 */
export async function readWebhook(
  request: FastifyRequest,
  tools: WebhookTools,
): Promise<RequestedWebhook | undefined> {
  const { settings, signal } = tools;
  const header = (name: string): string => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : '';
  };
  const url = header('gotenberg-webhook-url');
  if (url === '' || settings.noWebhooks) return undefined;
  const errorUrl = header('gotenberg-webhook-error-url');
  const eventsUrl = header('gotenberg-webhook-events-url');
  if (errorUrl === '' && eventsUrl === '') {
    throw new GotenbergError(
      400,
      "At least one of 'Gotenberg-Webhook-Error-Url' or 'Gotenberg-Webhook-Events-Url' headers must be provided",
    );
  }
  const check = async (address: string, purpose: 'webhook' | 'webhookError'): Promise<Target | undefined> => {
    if (address === '') return undefined;
    const rules = rulesFor(settings, purpose);
    assertListed(rules, address);
    const rule = addressRule(rules);
    try {
      await tools.outbound.check(address, signal, rule);
    } catch (error) {
      throw error instanceof EgressRefused || error instanceof Unreachable ? forbidden(error) : error;
    }
    return { url: address, rule };
  };
  const target = await check(url, 'webhook');
  const errorTarget = await check(errorUrl, 'webhookError');
  const method = methodOf('Gotenberg-Webhook-Method', header('gotenberg-webhook-method'));
  const errorMethod = errorTarget
    ? methodOf('Gotenberg-Webhook-Error-Method', header('gotenberg-webhook-error-method'))
    : 'POST';
  const extra = extraHeaders(header('gotenberg-webhook-extra-http-headers'));
  const eventsTarget = await check(eventsUrl, 'webhook');
  const { id = '', headers: ofTrace = {} } = request.trace ?? {};

  const send = async (
    to: Target,
    via: Method,
    body: { readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> },
  ) => {
    const headers = { 'user-agent': 'Gotenberg', ...extra, ...body.headers, ...ofTrace };
    await sendWithRetries({ ...to, method: via, headers, body: body.bytes }, tools);
  };
  const sendJson = (to: Target | undefined, via: Method, value: unknown) =>
    to && send(to, via, { bytes: Buffer.from(JSON.stringify(value)), headers: jsonType });
  const sendEvent = (event: string, more: object = {}) =>
    logged('event', async () => {
      const timestamp = tools.now().toISOString();
      await sendJson(eventsTarget, 'POST', { event, correlationId: id, timestamp, ...more });
    });
  const logged = async (what: string, act: () => Promise<void>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tools.log.warn({ correlation_id: id, what, reason }, 'webhook not delivered');
      return false;
    }
  };
  const fail = async ({ status, message }: ErrorText) => {
    await logged('error', async () => sendJson(errorTarget, errorMethod, { status, message }));
    await sendEvent('webhook.error', { error: { status, message } });
  };
  return {
    async succeed(file) {
      const disposition = extra['content-disposition'] ?? contentDisposition(file.name);
      const headers = { 'content-type': contentTypeOf(file.name), 'content-disposition': disposition };
      const isSent = await logged('result', async () => {
        if (target) await send(target, method, { bytes: file.bytes, headers });
      });
      if (!isSent) return await fail({ status: 500, message: 'Internal Server Error' });
      tools.log.info({ correlation_id: id }, 'webhook delivered');
      await sendEvent('webhook.success');
    },
    fail,
  };
}

const jsonType = { 'content-type': 'application/json' } as const;

interface Target {
  readonly url: string;
  readonly rule: AddressRule;
}

function methodOf(header: string, value: string): Method {
  if (value === '') return 'POST';
  const method = methods.find((each) => each === value.toUpperCase());
  if (method) return method;
  throw new GotenbergError(
    400,
    `Invalid '${header}' header value: expected 'POST', 'PATCH' or 'PUT', but got '${value.toUpperCase()}'`,
  );
}

function extraHeaders(text: string): Readonly<Record<string, string>> {
  if (text === '') return {};
  const invalid = (fault: string) =>
    new GotenbergError(400, `Invalid 'Gotenberg-Webhook-Extra-Http-Headers' header value: ${fault}`);
  return headersOf(parseJsonText(text, invalid), invalid);
}

/** Throws the reason of the last attempt. */
async function sendWithRetries(
  sent: Target & {
    readonly method: Method;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  },
  { outbound, settings }: WebhookTools,
): Promise<void> {
  const { webhookRetries, webhookMinWait, webhookMaxWait, webhookTimeout } = settings;
  for (let attempt = 0; ; attempt++) {
    const timeout = AbortSignal.timeout(webhookTimeout);
    let reason: Error;
    let isFinal = attempt >= webhookRetries;
    try {
      const { status } = await outbound.send({ ...sent, signal: timeout });
      if (status >= 200 && status < 300) return;
      reason = new Error(`The receiver responded with ${status}.`);
      isFinal ||= !isTemporary(status);
    } catch (error) {
      reason = error instanceof Error ? error : new Error(String(error));
      isFinal ||= !(error instanceof Unreachable) && !timeout.aborted;
    }
    if (isFinal) throw reason;
    await delay(Math.min(webhookMinWait * 2 ** attempt, webhookMaxWait));
  }
}

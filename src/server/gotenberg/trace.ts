/** The correlation id and the trace of a request (W3C Trace Context), which its answers and webhooks carry on. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GotenbergSettings } from './variables.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for requests to Gotenberg's routes. */
    trace?: RequestTrace | undefined;
  }
  interface FastifyContextConfig {
    /** Requests to this route are not logged. */
    isQuiet?: boolean;
  }
}

interface RequestTrace {
  /** That of the client, or a new one. */
  readonly id: string;
  readonly isQuiet: boolean;
  /** Headers of everything that this server sends because of the request. */
  readonly headers: Readonly<Record<string, string>>;
}

const maxIdLength = 200;

/** Answers with the correlation id of the client, or with a new one. */
export function startTrace(settings: GotenbergSettings, request: FastifyRequest, reply: FastifyReply): void {
  const header = (settings.oldTraceHeader || settings.traceHeader).toLowerCase();
  const sent = request.headers[header];
  const id = typeof sent === 'string' && sent !== '' ? sent.slice(0, maxIdLength) : randomUUID();
  const { isQuiet = false } = request.routeOptions.config ?? {};
  const headers = { [header]: id, ...continueTrace(request.headers.traceparent) };
  request.trace = { id, isQuiet, headers };
  if (!isQuiet) reply.headers(headers);
}

/** A new span of the same trace. Nothing if the header is missing or not valid. */
function continueTrace(traceparent: unknown): { readonly traceparent?: string } {
  const [, trace, parent, flags] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(traceparent)) ?? [];
  if (trace === undefined || /^0+$/.test(trace) || /^0+$/.test(parent ?? '')) return {};
  return { traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-${flags}` };
}

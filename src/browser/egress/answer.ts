import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What the proxy itself answers. The page sees a failed request; the reason is for the report. */
export type ProxyResponse = keyof typeof answers;

// The second part is for readers of the browser's log (RFC 9209).
const answers = {
  malformed: ['400 Bad Request', 'http_request_error'],
  denied: ['403 Forbidden', 'http_request_denied'],
  unavailable: ['502 Bad Gateway', 'destination_unavailable'],
} as const;

export function answerRequest(outgoing: ServerResponse, answer: ProxyResponse): void {
  outgoing.writeHead(Number.parseInt(answers[answer][0], 10), fields(answer));
  outgoing.end();
}

export function answerConnect(client: Socket, answer: ProxyResponse): void {
  const lines = Object.entries(fields(answer)).map(([name, value]) => `${name}: ${value}\r\n`);
  client.end(`HTTP/1.1 ${answers[answer][0]}\r\n${lines.join('')}\r\n`, () => client.destroy());
}

function fields(answer: ProxyResponse): Record<string, string> {
  return {
    // The body of the request, if it has one, is not read.
    Connection: 'close',
    'Content-Length': '0',
    'Cache-Control': 'no-store',
    'Proxy-Status': `pdfapi; error=${answers[answer][1]}`,
  };
}

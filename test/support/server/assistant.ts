/** An assistant: the client of the SDK, connected to a server over HTTP or to the command over stdio. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

export interface Assistant {
  readonly client: Client;
  /** Uses a tool. Throws an error with the text of the result if the tool failed. */
  use(name: string, given?: Readonly<Record<string, unknown>>): Promise<Used>;
  /** Returns the text of an error of a tool. Throws if there is none. */
  failure(name: string, given?: Readonly<Record<string, unknown>>): Promise<string>;
}

interface Used {
  readonly text: string;
  /** The text, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests look at what they expect in it.
  readonly report: any;
  readonly pictures: readonly Buffer[];
  readonly result: CallToolResult;
}

export async function connectAssistant(url: string, token?: string): Promise<Assistant> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  return await connect(transport as Transport);
}

export async function connect(transport: Transport): Promise<Assistant> {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, given: Readonly<Record<string, unknown>> = {}) =>
    (await client.callTool({ name, arguments: given }, undefined, { timeout: 120_000 })) as CallToolResult;
  return {
    client,
    async use(name, given) {
      const result = await call(name, given);
      const text = textOf(result);
      if (result.isError) throw new Error(text);
      const pictures = result.content.flatMap((each) =>
        each.type === 'image' ? [Buffer.from(each.data, 'base64')] : [],
      );
      return { text, report: asJson(text), pictures, result };
    },
    async failure(name, given) {
      const result = await call(name, given);
      if (result.isError) return textOf(result);
      throw new Error(`${name} did not fail: ${textOf(result)}`);
    },
  };
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

function asJson(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}

/** Width and height in pixels, from the header chunk (https://www.w3.org/TR/png/#11IHDR). */
export const pngSize = (png: Buffer | undefined): readonly number[] =>
  png?.subarray(1, 4).toString() === 'PNG' ? [png.readUInt32BE(16), png.readUInt32BE(20)] : [];

/** `pdfapi mcp` as the program of an assistant starts it. */
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { bin } from '../run.ts';
import { type Assistant, connect } from '../server/assistant.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Desk {
  readonly assistant: Assistant;
  readonly pid: number;
  /** Of its templates. */
  readonly dir: string;
}

export async function openDesk(environment: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const folder = temporaryFolder();
  const dir = join(folder, 'templates');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', '--dir', dir],
    env: {
      ...inherited(),
      PDFAPI_CONFIG_DIR: join(folder, 'config'),
      XDG_DATA_HOME: join(folder, 'share'),
      ...environment,
    },
    stderr: 'pipe',
  });
  const assistant = await connect(transport);
  return { assistant, pid: transport.pid ?? 0, dir };
}

/** The environment of this process without settings of pdfapi. */
export const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || (name.startsWith('PDFAPI_') && name !== 'PDFAPI_NO_SANDBOX')
        ? []
        : [[name, value]],
    ),
  );

/** The files of a template. */
export const hello = [
  { path: 'template.html', content: '<html lang="en"><title>Hello</title><h1>Hello {{ name }}</h1>' },
  { path: 'data.json', content: '{"name": "Ada"}' },
];

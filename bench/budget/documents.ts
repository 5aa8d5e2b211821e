/** The documents of `bench/render` in the fonts of the machine, as a request can send them. */
import { type Workload, workloads } from '../render/workloads.ts';
import type { Served } from '../serve/served.ts';

export interface Document extends Pick<Workload, 'name' | 'title' | 'html' | 'header' | 'footer'> {
  /** A long one, which needs fewer rounds. */
  readonly isLong: boolean;
}

export const documents: readonly Document[] = workloads.map(({ styles, html, ...rest }) => ({
  ...rest,
  isLong: rest.name === 'w3',
  html: styles
    ? html.replace('<style>', `<style>${styles.replace(/@font-face\{.*?\}/, '').replaceAll('Body,', '')}`)
    : html,
}));

/** Asks a server for the document, and returns the size of the PDF. Throws if there is none. */
export async function deliver(server: Served, { name, html, header, footer }: Document): Promise<number> {
  const { status, bytes } = await server.ask('/html-to-pdf', { html, config: { header, footer } });
  if (status !== 200) throw new Error(`The server answered ${name} with ${status}.`);
  return bytes;
}

export const titleOf = ({ name, title }: Document): string =>
  `${name}: ${title.replace(': web font, grid,', ' with')}`;

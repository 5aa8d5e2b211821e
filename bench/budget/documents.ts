/** The documents of `bench/render` in the fonts of the machine, as a request can send them. */
import { type Workload, workloads } from '../render/workloads.ts';

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

/** The body of `POST /html-to-pdf`. */
export const requestOf = ({ html, header, footer }: Document) => ({ html, config: { header, footer } });

export const titleOf = ({ name, title }: Document): string =>
  `${name}: ${title.replace(': web font, grid,', ' with')}`;

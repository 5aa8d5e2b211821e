import type { Warning } from '#template/model/check-result';

/** `invoice/template.html:3: There is no partial "head".` */
export const warningText = ({ message, location }: Warning): string =>
  location ? `${location.file}:${location.line}: ${message}` : message;

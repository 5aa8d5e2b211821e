import type { Warning } from '../../core/template/model/check-result.ts';

/** `invoice/template.html:3: There is no partial "head".` */
export const warningText = ({ message, location }: Warning): string =>
  location ? `${location.file}:${location.line}: ${message}` : message;

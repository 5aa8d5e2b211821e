/** Reads the fields that every route that delivers a PDF takes from its request. */
import { isImageOutput } from '#contract/api/image-output';
import type { Output } from '#contract/api/requests-schema';
import type { Upload } from '#contract/api/upload-schema';
import type { RouteCall } from '../api/route.ts';
import type { DeliveryRequest } from './deliver.ts';

interface DeliveryOptions {
  readonly output?: Output | undefined;
  readonly filename?: string | undefined;
  readonly url_expiry?: number | undefined;
  readonly upload?: Upload | undefined;
}

const defaultImageName = (output: string): string => `document.${output === 'jpeg' ? 'jpg' : output}`;

export const toDeliveryRequest = (
  { caller, keyClaim, row, signal, requestId }: RouteCall,
  { output, filename, url_expiry, upload }: DeliveryOptions,
  charged: Pick<DeliveryRequest, 'amount' | 'templateId' | 'warnings'>,
): DeliveryRequest => ({
  team: caller.team,
  ...charged,
  // The document is kept for the job; its response is not read.
  output: row && output !== 'upload' ? 'binary' : output,
  filename: row?.filename ?? filename ?? (isImageOutput(output) ? defaultImageName(output) : undefined),
  url_expiry,
  upload,
  keyClaim,
  row,
  signal,
  requestId,
});

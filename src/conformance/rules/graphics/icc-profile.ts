/** The header of an ICC profile (ISO 15076-1, 7.2). */
import type { PdfStream } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';

export interface IccProfile {
  /** `4.3` is 4.3. */
  readonly version: number;
  /** Four characters: `mntr` for a monitor, `prtr` for a printer. */
  readonly deviceClass: string;
  /** Four characters: `RGB `, `CMYK`, `GRAY`, `Lab `. */
  readonly colorSpace: string;
}

const headerLength = 128;

/** Undefined if the stream is damaged or too short. */
export function readIccProfile(document: CheckedDocument, stream: PdfStream): IccProfile | undefined {
  const bytes = document.decode(stream);
  if (!bytes || bytes.length < headerLength) return undefined;
  return {
    version: bytes.readUInt8(8) + (bytes.readUInt8(9) >> 4) / 10,
    deviceClass: bytes.toString('latin1', 12, 16),
    colorSpace: bytes.toString('latin1', 16, 20),
  };
}

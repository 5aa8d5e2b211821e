/**
 * Reads a form: computes the hash that identifies the request and validates its fields. Runs in a thread for large
 * forms.
 */
import { createHash } from 'node:crypto';
import type { HtmlToPdfRequest } from '#contract/api/requests-schema';
import { htmlToPdfSchema } from '#contract/api/requests-schema';
import { type ParsedBody, parseRequestBody } from '../body/request-body.ts';
import { formRequest } from './form-request.ts';
import { type FormPart, parseForm } from './parse-form.ts';

/** Position of a file in the body, in bytes. */
export interface FilePlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** A part of the body, whose content is at these bytes. */
export interface PartPlace extends Omit<FilePlace, 'path'> {
  readonly name: string;
  /** Undefined for a field, and empty if the client sent an empty name. */
  readonly filename: string | undefined;
}

interface ParsedForm {
  readonly body: ParsedBody<HtmlToPdfRequest>;
  readonly styles: string | undefined;
  readonly files: readonly FilePlace[];
}

export interface FormReading {
  /** SHA-256 of the parts in their order, independent of the boundary. */
  readonly hash: string;
  /** Throws `invalid_request`. */
  parse(): ParsedForm;
}

/** Throws `invalid_request` with the faults of the body. */
export function readParts(bytes: Uint8Array, boundary: string): readonly PartPlace[] {
  return parseForm(asBuffer(bytes), boundary).map(({ name, filename, start, content }) => ({
    name,
    filename,
    start,
    end: start + content.length,
  }));
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

export function readForm(bytes: Uint8Array, boundary: string): FormReading {
  const body = asBuffer(bytes);
  let parts: readonly FormPart[];
  try {
    parts = parseForm(body, boundary);
  } catch (error) {
    return {
      hash: createHash('sha256').update(body).digest('hex'),
      parse() {
        throw error;
      },
    };
  }
  return {
    hash: hashParts(parts),
    parse() {
      const { text, styles, assets } = formRequest(parts);
      const files = [...assets].map(([path, { start, content }]) => ({
        path,
        start,
        end: start + content.length,
      }));
      return { body: parseRequestBody(htmlToPdfSchema, text), styles, files };
    },
  };
}

/** Each piece is preceded by its length, so that no two lists of parts hash the same bytes. */
function hashParts(parts: readonly FormPart[]): string {
  const hash = createHash('sha256');
  for (const { name, filename, content } of parts) {
    hash.update(JSON.stringify([name, filename ?? null, content.length])).update(content);
  }
  return hash.digest('hex');
}

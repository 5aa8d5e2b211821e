/** Serves files of pages. Each is compressed once, because scripts of megabytes are fetched over networks. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFile } from '#studio/page-files';

interface PackedFile {
  readonly type: string;
  /** Changes with the content. */
  readonly tag: string;
  readonly bytes: Uint8Array;
  readonly packed: Uint8Array;
}

export interface PackedFiles {
  /**
   * Returns false if no file has this name. Sends 304 to a client that has the file, and gzip to one that accepts it.
   */
  send(request: FastifyRequest, reply: FastifyReply, name: string): Promise<boolean>;
}

export function openPackedFiles(files: ReadonlyMap<string, PageFile>): PackedFiles {
  const packed = new Map<string, Promise<PackedFile>>();
  const read = async (name: string): Promise<PackedFile | undefined> => {
    const file = files.get(name);
    if (!file) return undefined;
    const known = packed.get(name) ?? pack(file);
    packed.set(name, known);
    // A file that could not be read is tried again next time.
    known.catch(() => packed.delete(name));
    return await known;
  };
  return {
    async send(request, reply, name) {
      const file = await read(name);
      if (!file) return false;
      reply.headers({ etag: file.tag, vary: 'accept-encoding' }).type(file.type);
      if (request.headers['if-none-match'] === file.tag) reply.status(304).send();
      else if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) reply.send(file.bytes);
      else reply.header('content-encoding', 'gzip').send(file.packed);
      return true;
    },
  };
}

async function pack(file: PageFile): Promise<PackedFile> {
  const bytes = await file.read();
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    type: file.type,
    tag: `"${hash}"`,
    bytes,
    packed: await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  };
}

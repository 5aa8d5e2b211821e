/**
 * Gives a page small pictures in place of large ones, which then go from their files into the PDF. A document with a
 * thousand photos would otherwise take gigabytes: the browser holds each file, its pixels and its part of the PDF.
 */
import { hash } from 'node:crypto';
import type { DeferredStream, DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { FileData, MemoryData } from '#pdf/large-pdf/stored-data';
import type { Asset } from '#template/model/template';
import { hasGreyImage } from './has-grey-image.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { maxJpegSide, standInJpeg } from './stand-in-jpeg.ts';

export interface PictureOptions {
  /** Bytes of pictures that the page gets as they are, before stand-ins replace the others. */
  readonly maxEmbeddedBytes: number;
  /** Pictures that the page has to get as they are, because it does not just show them. */
  readonly whole: ReadonlySet<string> | 'all';
}

/** So much fits into memory several times, and takes seconds. Most documents stay below it, and have no stand-ins. */
export const defaultMaxEmbeddedBytes = 8 * 1024 * 1024;

/** Smaller pictures are not worth a stand-in. */
const minReplacedBytes = 32 * 1024;

/** The document does more with some pictures than to show them, so that it needs them as they are. */
export class NeedsWholePictures extends Error {
  override readonly name = 'NeedsWholePictures';
  readonly urls: ReadonlySet<string> | 'all';

  constructor(urls: ReadonlySet<string> | 'all') {
    super('The page needs its pictures as they are.');
    this.urls = urls;
  }
}

interface StandIn {
  readonly asset: Asset;
  /** In the PDF, it shows that Chromium copied the stand-in. */
  readonly mark: string;
}

export class PictureStandIns {
  readonly #options: PictureOptions;
  readonly #deferred: DeferredStreams;
  readonly #standIns = new Map<string, StandIn>();
  #embeddedBytes = 0;

  constructor(deferred: DeferredStreams, options: PictureOptions) {
    this.#deferred = deferred;
    this.#options = options;
  }

  get urls(): readonly string[] {
    return [...this.#standIns.keys()];
  }

  /** Returns what the page gets for the picture at this address: a stand-in, or the picture. */
  replace(url: string, asset: Asset): Asset {
    const known = this.#standIns.get(url);
    if (known) return known.asset;
    const { whole, maxEmbeddedBytes } = this.#options;
    const { length } = asset.bytes;
    const isWhole = whole === 'all' || whole.has(url);
    if (!isWhole && length >= minReplacedBytes && this.#embeddedBytes + length > maxEmbeddedBytes) {
      const standIn = this.#make(asset);
      if (standIn) {
        this.#standIns.set(url, standIn);
        return standIn.asset;
      }
    }
    this.#embeddedBytes += length;
    return asset;
  }

  /** Throws `NeedsWholePictures` for stand-ins that are not in the PDF as they are. Unites those of equal pictures. */
  uniteCopied(pdf: Buffer): void {
    const changed = [...this.#standIns].filter(([, { mark }]) => !pdf.includes(mark, 0, 'latin1'));
    if (changed.length > 0) throw new NeedsWholePictures(new Set(changed.map(([url]) => url)));
    if (this.#standIns.size > 0 && hasGreyImage(pdf, this.#deferred.secret))
      throw new NeedsWholePictures('all');
    this.#deferred.unite(pdf);
  }

  #make({ bytes, file }: Asset): StandIn | undefined {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const facts = readFacts(content);
    if (!facts || facts.width > maxJpegSide || facts.height > maxJpegSide) return undefined;
    const { ranges, pixels, fingerprint, ...shape } = facts;
    const data = file
      ? new FileData(file.path, file, ranges)
      : new MemoryData(ranges.map(({ start, end }) => content.subarray(start, end)));
    const mark = this.#deferred.add({ data, fingerprint, pixels });
    return { mark, asset: { type: 'image/jpeg', bytes: standInJpeg({ ...shape, comment: mark }) } };
  }
}

interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
  readonly applicationSegments?: Buffer | undefined;
  /** The parts of the file that go into the PDF, as offsets in bytes. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  readonly pixels?: DeferredStream['pixels'];
  readonly fingerprint: string;
}

/** Undefined for a picture that Chromium would not copy, or that a PDF cannot hold as it is. */
function readFacts(content: Buffer): PictureFacts | undefined {
  const fingerprint = () => hash('sha256', content);
  const jpeg = readJpeg(content);
  if (jpeg) return { ...jpeg, ranges: [{ start: 0, end: content.length }], fingerprint: fingerprint() };
  const png = readPng(content);
  if (!png) return undefined;
  const { format, ranges } = png;
  const { width, height } = format;
  // Chromium shows every PNG in colour.
  return { width, height, components: 3, ranges, pixels: format, fingerprint: fingerprint() };
}

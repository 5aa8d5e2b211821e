/** Counts the certificates and signers of a PKCS #7 signature (RFC 2315, in DER or BER). */

export interface SignedData {
  readonly certificates: number;
  readonly signers: number;
}

interface Item {
  readonly tag: number;
  /** The contents. For an indefinite length, up to the end of what contains the item. */
  readonly contents: Buffer;
  readonly end: number;
}

const integer = 0x02;
const sequence = 0x30;
const set = 0x31;
const objectIdentifier = 0x06;
const explicit0 = 0xa0;

/** Items read. Certificate chains stay below 100. */
const maxItems = 10_000;

/** Zeros for data that is no signature. */
export function readSignedData(bytes: Buffer): SignedData {
  const none = { certificates: 0, signers: 0 };
  const [info] = readItems(bytes);
  const [type, wrapped] = info?.tag === sequence ? readItems(info.contents) : [];
  if (type?.tag !== objectIdentifier || wrapped?.tag !== explicit0) return none;
  const [data] = readItems(wrapped.contents);
  if (data?.tag !== sequence) return none;
  // version, digestAlgorithms, contentInfo, [0] certificates, [1] revocation lists, signerInfos
  const parts = readItems(data.contents);
  const certificates = parts.find(({ tag }) => tag === explicit0);
  const signers = parts
    .slice(1)
    .filter(({ tag }) => tag === set)
    .at(-1);
  const isSigners = signers !== undefined && parts.indexOf(signers) > 1;
  return {
    certificates: certificates ? countSequences(certificates, sequence) : 0,
    signers: isSigners ? countSequences(signers, integer) : 0,
  };
}

/** Counts items that begin as certificates (with their body) or signers (with a version) do. */
function countSequences({ contents }: Item, firstTag: number): number {
  return readItems(contents).filter(
    (item) => item.tag === sequence && readItems(item.contents)[0]?.tag === firstTag,
  ).length;
}

function readItems(bytes: Buffer): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < bytes.length && items.length < maxItems; ) {
    const item = readItem(bytes, at, 0);
    // The end of an item of indefinite length.
    if (!item || item.tag === 0) break;
    items.push(item);
    at = item.end;
  }
  return items;
}

/** Nesting of items of indefinite length, whose end must be searched. */
const maxDepth = 30;

function readItem(bytes: Buffer, at: number, depth: number): Item | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || depth > maxDepth) return undefined;
  let start = at + 2;
  if (first === 0x80) {
    let end = start;
    for (let inner = readItem(bytes, end, depth + 1); inner; inner = readItem(bytes, end, depth + 1)) {
      end = inner.end;
      if (inner.tag === 0) return { tag, contents: bytes.subarray(start, end - 2), end };
    }
    return undefined;
  }
  let length = first;
  if (first > 0x80) {
    const size = first - 0x80;
    if (size > 4 || start + size > bytes.length) return undefined;
    length = bytes.readUIntBE(start, size);
    start += size;
  }
  const end = start + length;
  return end > bytes.length ? undefined : { tag, contents: bytes.subarray(start, end), end };
}

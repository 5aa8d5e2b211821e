/**
 * Decrypts RC2 in CBC mode (RFC 2268), in which older PKCS#12 files hide their certificates. OpenSSL 3 has it in a
 * provider that node does not load.
 */

const piTable = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
);

/** The effective length of the key is its length. Undefined if the padding is wrong. */
export function decryptRc2(
  key: Uint8Array,
  vector: Uint8Array,
  encrypted: Uint8Array,
): Uint8Array | undefined {
  if (encrypted.length === 0 || encrypted.length % 8 !== 0) return undefined;
  const words = expandKey(key);
  const result = Buffer.alloc(encrypted.length);
  let previous = vector;
  for (let start = 0; start < encrypted.length; start += 8) {
    const block = encrypted.subarray(start, start + 8);
    const plain = decryptBlock(words, block);
    for (let index = 0; index < 8; index++)
      result[start + index] = (plain[index] ?? 0) ^ (previous[index] ?? 0);
    previous = block;
  }
  const padding = result.at(-1) ?? 0;
  const isPadded =
    padding >= 1 && padding <= 8 && result.subarray(-padding).every((byte) => byte === padding);
  return isPadded ? result.subarray(0, -padding) : undefined;
}

function expandKey(key: Uint8Array): Uint16Array {
  const bytes = Buffer.alloc(128);
  bytes.set(key);
  const at = (index: number) => bytes[index] ?? 0;
  const pi = (index: number) => piTable[index & 0xff] ?? 0;
  const { length } = key;
  for (let index = length; index < 128; index++) bytes[index] = pi(at(index - 1) + at(index - length));
  bytes[128 - length] = pi(at(128 - length));
  for (let index = 127 - length; index >= 0; index--) bytes[index] = pi(at(index + 1) ^ at(index + length));
  return Uint16Array.from({ length: 64 }, (_, index) => bytes.readUInt16LE(2 * index));
}

const rotations = [1, 2, 3, 5];

function decryptBlock(key: Uint16Array, block: Uint8Array): Buffer {
  const view = Buffer.from(block);
  const words = [0, 2, 4, 6].map((offset) => view.readUInt16LE(offset));
  const at = (index: number) => words[index & 3] ?? 0;
  for (let round = 15; round >= 0; round--) {
    for (let index = 3; index >= 0; index--) {
      const rotation = rotations[index] ?? 0;
      const word = at(index);
      const rotated = ((word >> rotation) | (word << (16 - rotation))) & 0xffff;
      const mixed = (at(index + 3) & at(index + 2)) + (~at(index + 3) & at(index + 1));
      words[index] = (rotated - (key[4 * round + index] ?? 0) - mixed) & 0xffff;
    }
    if (round !== 5 && round !== 11) continue;
    for (let index = 3; index >= 0; index--)
      words[index] = (at(index) - (key[at(index + 3) & 63] ?? 0)) & 0xffff;
  }
  words.forEach((word, index) => {
    view.writeUInt16LE(word, 2 * index);
  });
  return view;
}

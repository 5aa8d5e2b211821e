import { expect, it } from 'vitest';
import { derivePkcs12Bytes } from '../../../src/signing/identity/pkcs12-derivation.ts';
import { decryptRc2 } from '../../../src/signing/identity/rc2.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

// The vectors of the first implementation, which those of Bouncy Castle and Go repeat.
it.each([
  ['smeg', '0a58cf64530d823f', 'key', 1, '8aaae6297b6cb04642ab5b077851284eb7128f1a2a7fbca3'],
  ['smeg', '0a58cf64530d823f', 'vector', 1, '79993dfe048d3b76'],
  ['queeg', '05dec959acff72f7', 'key', 1000, 'ed2034e36328830ff09df1e1a07dd357185dac0d4f9eb3d4'],
  ['queeg', '05dec959acff72f7', 'vector', 1000, '11dedad7758d4860'],
] as const)(
  'derives what PKCS#12 derives from %s and %s for a %s',
  (password, salt, purpose, iterations, expected) => {
    const length = expected.length / 2;
    const derivation = { digest: 'sha1', password, salt: hex(salt), iterations, purpose, length };
    expect(derivePkcs12Bytes(derivation).toString('hex')).toBe(expected);
  },
);

// RFC 2268, 5: those whose effective length is that of the key.
it.each([
  ['ffffffffffffffff', 'ffffffffffffffff', '278b27e42e2f0d49'],
  ['3000000000000000', '1000000000000001', '30649edf9be7d2c2'],
  ['88bca90e90875a7f0f79c384627bafb2', '0000000000000000', '2269552ab0f85ca6'],
])('decrypts with the key %s of RC2', (key, plain, encrypted) => {
  // A vector that turns the block into nothing but padding.
  const padding = hex(plain).map((byte) => byte ^ 8);
  expect(decryptRc2(hex(key), padding, hex(encrypted))).toHaveLength(0);
  expect(decryptRc2(hex(key), padding.with(0, padding.at(0) === 0 ? 1 : 0), hex(encrypted))).toBeUndefined();
});

/** The address of a server, as people write it. */
import { expect, it } from 'vitest';
import { serverAddress } from '../../../../src/cli/connection/connection-settings.ts';

it.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://pdf.example.com/', 'https://pdf.example.com'],
  ['https://pdf.example.com/base/api/v1', 'https://pdf.example.com/base'],
])('takes %s', (text, address) => {
  expect(serverAddress(text, '--url-base')).toBe(address);
});

it.each([
  ['localhost:8080', 'Did you mean http://localhost:8080?'],
  ['127.0.0.1', 'Did you mean http://127.0.0.1?'],
  ['[::1]:8080', 'Did you mean http://[::1]:8080?'],
  ['pdf.example.com', 'Did you mean https://pdf.example.com?'],
  ['pdf.example.com/base', 'Did you mean https://pdf.example.com/base?'],
  ['pdf:8080/api/v1', 'Did you mean http://pdf:8080/api/v1?'],
  ['ftp://pdf.example.com', 'Examples: https://pdf.example.com, http://127.0.0.1:8080'],
  ['https://user@pdf.example.com', 'Examples: https://pdf.example.com, http://127.0.0.1:8080'],
  ['localhost:99999', 'Examples: https://pdf.example.com, http://127.0.0.1:8080'],
  ['', 'Examples: https://pdf.example.com, http://127.0.0.1:8080'],
])('says for %j what to write', (text, hint) => {
  expect(() => serverAddress(text, '--url-base')).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `--url-base: "${text}" is not a server address.`,
      hint,
    }),
  );
});

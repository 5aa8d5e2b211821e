/** Files as they are sent: [{ path, content }] with base64, path → bytes in the page. */

export const decodeFiles = (files) =>
  new Map(
    files.map(({ path, content }) => [
      path,
      Uint8Array.from(atob(content), (character) => character.charCodeAt(0)),
    ]),
  );

export const encodeFiles = (files) =>
  [...files].map(([path, bytes]) => {
    const parts = [];
    for (let start = 0; start < bytes.length; start += 0x8000) {
      parts.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
    }
    return { path, content: btoa(parts.join('')) };
  });

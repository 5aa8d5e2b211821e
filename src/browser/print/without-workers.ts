/**
 * Detects scripts that use the network outside their page. Such requests are not reported to a page without a network,
 * so they must be detected in advance.
 */
import type { Assets } from '#template/model/template';

const names = /\b(?:Worker|SharedWorker|RTCPeerConnection|WebTransport)\b/;

/** Returns whether a text mentions workers, or connections that do not appear among the page's requests. */
export const namesWorkers = (text: string): boolean => names.test(text);

/** Returns the same assets. Calls `found` when a script among them mentions one of these. */
export function withoutWorkers(assets: Assets, found: () => void): Assets {
  return {
    ...assets,
    async read(path) {
      const asset = await assets.read(path);
      const isScript = asset && /javascript|html/.test(asset.type);
      if (isScript && namesWorkers(Buffer.from(asset.bytes).toString('latin1'))) found();
      return asset;
    },
  };
}

/** What asks the network past its page. A page without a network is not told of it, so it must be known before. */
import type { Assets } from '../../template/model/template.ts';

const names = /\b(?:Worker|SharedWorker|RTCPeerConnection|WebTransport)\b/;

/** Whether a text speaks of workers, or of connections that no request of the page shows. */
export const namesWorkers = (text: string): boolean => names.test(text);

/** The same files; `found` is called when a script among them names one of these. */
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

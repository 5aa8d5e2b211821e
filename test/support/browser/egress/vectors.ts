/**
 * Vectors from a page to the network. Each is a piece of HTML that tries to reach `at`, a URL that ends with the name
 * of the vector; `here` is the server of the page itself.
 */

interface Place {
  /** `http://host:port/name` */
  readonly at: string;
  /** `host:port` of `at`. */
  readonly host: string;
  /** `http://host:port` of the server of the page. */
  readonly here: string;
}

type Vector = (place: Place) => string;

const script = (code: string) => `<script>${code}</script>`;
const moduleScript = (code: string) => `<script type="module">${code}</script>`;
const style = (css: string) => `<style>${css}</style>`;
const box = (css: string) => `<div style='width:9px;height:9px;${css}'>x</div>`;
/** A script in which `last` is the element before it. */
const forLast = (code: string) =>
  script(`{ const last = document.currentScript.previousElementSibling; ${code} }`);
const worker = (code: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;
const redirect = (here: string, status: number, to: string) =>
  `${here}/redirect/${status}?${encodeURIComponent(to)}`;
const speculate = (kind: string, url: string) =>
  `<script type="speculationrules">{"${kind}":[{"source":"list","urls":["${url}"]}]}</script>`;

export const vectors: Readonly<Record<string, Vector>> = {
  // Elements
  img: ({ at }) => `<img src="${at}">`,
  'img-lazy': ({ at }) => `<img loading="lazy" src="${at}">`,
  srcset: ({ at }) => `<img srcset="${at} 1x">`,
  picture: ({ at }) => `<picture><source srcset="${at}"><img></picture>`,
  'input-image': ({ at }) => `<input type="image" src="${at}">`,
  'table-background': ({ at }) => `<table background="${at}"><tr><td>x</table>`,
  video: ({ at }) => `<video src="${at}" preload="auto"></video>`,
  poster: ({ at }) => `<video poster="${at}"></video>`,
  audio: ({ at }) => `<audio src="${at}" preload="auto"></audio>`,
  track: ({ at }) =>
    `<video crossorigin src="data:video/mp4,"><track default kind="subtitles" src="${at}"></video>` +
    script(`document.querySelectorAll('track').forEach((track) => { track.track.mode = 'showing' })`),
  'svg-image': ({ at }) => `<svg width="9" height="9"><image href="${at}" width="9" height="9"/></svg>`,
  'svg-fe-image': ({ at }) =>
    `<svg width="9" height="9"><filter id="f"><feImage href="${at}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  iframe: ({ at }) => `<iframe src="${at}"></iframe>`,
  'iframe-srcdoc': ({ at }) => `<iframe srcdoc="<img src='${at}'>"></iframe>`,
  'iframe-data': ({ at }) => `<iframe src="data:text/html,<img src='${at}'>"></iframe>`,
  'iframe-sandbox': ({ at }) =>
    `<iframe sandbox="allow-scripts" srcdoc="<script>fetch('${at}')</script>"></iframe>`,
  'iframe-location': ({ at }) => `<iframe></iframe>${forLast(`last.contentWindow.location = '${at}'`)}`,
  'iframe-meta-refresh': ({ at }) =>
    `<iframe srcdoc="<meta http-equiv=refresh content='0;url=${at}'>"></iframe>`,
  object: ({ at }) => `<object data="${at}" type="text/html"></object>`,
  embed: ({ at }) => `<embed src="${at}" type="text/html">`,
  'form-get': ({ at }) => `<form target="_blank" action="${at}"></form>${forLast('last.submit()')}`,
  'form-post': ({ at }) =>
    `<iframe name="${at}"></iframe><form method="post" target="${at}" action="${at}"></form>${forLast('last.submit()')}`,
  popup: ({ at }) => script(`open('${at}')`),
  ping: ({ at }) => `<a href="#x" ping="${at}">x</a>${forLast('last.click()')}`,

  // Styles
  stylesheet: ({ at }) => `<link rel="stylesheet" href="${at}">`,
  'stylesheet-print': ({ at }) => `<link rel="stylesheet" media="print" href="${at}">`,
  import: ({ at }) => style(`@import "${at}";`),
  background: ({ at }) => box(`background:url(${at})`),
  content: ({ at }) => box(`content:url(${at})`),
  'border-image': ({ at }) => box(`border:1px solid;border-image:url(${at}) 1`),
  'list-style': ({ at }) => `<ul><li style="list-style-image:url(${at})">x</ul>`,
  mask: ({ at }) => box(`mask-image:url(${at})`),
  'shape-outside': ({ at }) => box(`float:left;shape-outside:url(${at})`),
  'image-set': ({ at }) => box(`background:image-set("${at}" 1x)`),
  font: ({ at }) => `${style(`@font-face{font-family:f;src:url(${at})}`)}<p style="font-family:f">x`,
  'font-api': ({ at }) => script(`new FontFace('g', 'url(${at})').load().catch(() => {})`),

  // Hints
  prefetch: ({ at }) => `<link rel="prefetch" href="${at}">`,
  preload: ({ at }) => `<link rel="preload" as="image" href="${at}">`,
  modulepreload: ({ at }) => `<link rel="modulepreload" href="${at}">`,
  'speculation-prefetch': ({ at }) => speculate('prefetch', at),
  'speculation-prerender': ({ at }) => speculate('prerender', at),

  // Scripts
  'script-src': ({ at }) => `<script src="${at}"></script>`,
  module: ({ at }) => moduleScript(`import '${at}'`),
  'dynamic-import': ({ at }) => script(`import('${at}').catch(() => {})`),
  fetch: ({ at }) => script(`fetch('${at}').catch(() => {})`),
  'fetch-no-cors': ({ at }) => script(`fetch('${at}', { mode: 'no-cors' }).catch(() => {})`),
  'fetch-keepalive': ({ at }) =>
    script(`fetch('${at}', { keepalive: true, mode: 'no-cors' }).catch(() => {})`),
  'fetch-post': ({ at }) =>
    script(`fetch('${at}', { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => {})`),
  'fetch-preflight': ({ at }) => script(`fetch('${at}', { method: 'PUT' }).catch(() => {})`),
  beacon: ({ at }) => script(`navigator.sendBeacon('${at}', 'x')`),
  xhr: ({ at }) => script(`x = new XMLHttpRequest(); x.open('GET', '${at}'); x.send()`),
  'xhr-sync': ({ at }) =>
    script(`try { x = new XMLHttpRequest(); x.open('GET', '${at}', false); x.send() } catch {}`),
  'event-source': ({ at }) => script(`new EventSource('${at}')`),
  'web-socket': ({ at }) => script(`new WebSocket('${at}'.replace('http', 'ws'))`),
  'worker-fetch': ({ at }) => script(worker(`fetch('${at}').catch(() => {})`)),
  'worker-import': ({ at }) => script(worker(`importScripts('${at}')`)),
  'worker-socket': ({ at }) => script(worker(`new WebSocket('${at}'.replace('http', 'ws'))`)),
  'shared-worker': ({ at, here }) =>
    script(`new SharedWorker('${here}/worker.js?${encodeURIComponent(at)}')`),
  'service-worker': ({ at, here }) =>
    script(
      `navigator.serviceWorker?.register('${here}/worker.js?${encodeURIComponent(at)}').catch(() => {})`,
    ),
  'audio-worklet': ({ at }) =>
    script(`new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule('${at}').catch(() => {})`),
  'paint-worklet': ({ at }) => script(`CSS.paintWorklet?.addModule('${at}').catch(() => {})`),
  'csp-report': ({ at, here }) => `<iframe src="${here}/csp?${encodeURIComponent(at)}"></iframe>`,

  // Redirects by an allowed server
  'redirect-301': ({ at, here }) => `<img src="${redirect(here, 301, at)}">`,
  'redirect-302': ({ at, here }) => `<iframe src="${redirect(here, 302, at)}"></iframe>`,
  'redirect-303': ({ at, here }) =>
    script(`fetch('${redirect(here, 303, at)}', { mode: 'no-cors' }).catch(() => {})`),
  'redirect-307': ({ at, here }) => `<link rel="stylesheet" href="${redirect(here, 307, at)}">`,
  'redirect-308': ({ at, here }) => style(`@import "${redirect(here, 308, at)}";`),
  'redirect-twice': ({ at, here }) => `<img src="${redirect(here, 302, redirect(here, 302, at))}">`,
  'redirect-event-source': ({ at, here }) => script(`new EventSource('${redirect(here, 307, at)}')`),
  'redirect-header-refresh': ({ at, here }) =>
    `<iframe src="${here}/refresh?${encodeURIComponent(at)}"></iframe>`,
  'link-header': ({ at, here }) => `<iframe src="${here}/link?${encodeURIComponent(at)}"></iframe>`,

  // Tunnels
  'https-fetch': ({ at }) => script(`fetch('${at}'.replace('http', 'https')).catch(() => {})`),
  'https-img': ({ at }) => `<img src="${at.replace('http', 'https')}">`,
  'wss-socket': ({ at }) => script(`new WebSocket('${at}'.replace('http', 'wss'))`),
  'turn-tcp': ({ host }) => script(rtc(`turn:${host}?transport=tcp`)),
  'ice-tcp': ({ host }) =>
    script(ice(`candidate:1 1 tcp 1518280447 ${spaced(host)} typ host tcptype passive`)),
};

/** Vectors over UDP, which no proxy carries. */
export const datagramVectors: Readonly<Record<string, (host: string) => string>> = {
  stun: (host) => script(rtc(`stun:${host}`)),
  'turn-udp': (host) => script(rtc(`turn:${host}?transport=udp`)),
  'ice-udp': (host) => script(ice(`candidate:1 1 udp 2122260223 ${spaced(host)} typ host`)),
  'web-transport': (host) =>
    script(`try { new WebTransport('https://${host}/').ready.catch(() => {}) } catch {}`),
};

/** Vectors that send the server no path to recognize them by. Their connections are counted instead. */
export const withoutRequest = new Set(['ice-tcp', 'https-fetch', 'https-img', 'wss-socket', 'turn-tcp']);

function rtc(url: string): string {
  return `{
    const peer = new RTCPeerConnection({ iceServers: [{ urls: '${url}', username: 'u', credential: 'c' }] });
    peer.createDataChannel('d');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  }`;
}

/** Two peers in the same page, one of which gets `candidate` as the address of the other. */
function ice(candidate: string): string {
  return `(async () => {
    const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()];
    a.createDataChannel('d');
    await a.setLocalDescription(await a.createOffer());
    await b.setRemoteDescription(a.localDescription);
    await b.setLocalDescription(await b.createAnswer());
    await a.setRemoteDescription(b.localDescription);
    await a.addIceCandidate({ candidate: '${candidate}', sdpMid: '0', sdpMLineIndex: 0 });
  })()`;
}

/** `127.0.0.1:80` as `127.0.0.1 80`, and an IPv6 address without its brackets. */
function spaced(host: string): string {
  return host.replace(/:(\d+)$/, ' $1').replace(/[[\]]/g, '');
}

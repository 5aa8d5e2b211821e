/**
 * Returns `document` with properties that named elements of the page cannot shadow: `<form name="body">` would
 * otherwise replace `document.body`.
 */
export function unclobberedDocument(): Document {
  return new Proxy({} as Document, {
    get: (_target, name) => {
      const value = Reflect.get(Document.prototype, name, globalThis.document);
      return typeof value === 'function' ? value.bind(globalThis.document) : value;
    },
    set: (_target, name, value) => Reflect.set(Document.prototype, name, value, globalThis.document),
  });
}

/** Gives the document a path of its own without loading it again. */
export function moveToPath(path: string): void {
  history.replaceState(null, '', path);
}

/** Removes what a document leaves in its page and the protocol cannot clear. */
export function clearPageState(): void {
  window.name = '';
  sessionStorage.clear();
}

/** Shared workers may outlive their document. */
export function removeSharedWorkers(): void {
  Reflect.deleteProperty(globalThis, 'SharedWorker');
}

/** Resolves when the tasks that are waiting now, and those that they add, have run. */
export function afterTwoTasks(): Promise<void> {
  return new Promise((done) => setTimeout(() => setTimeout(done)));
}

/** Resolves when the page has been told of what has changed about its window: events of that kind are part of a frame. */
export function afterTwoFrames(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}

/** Returns the message of the browser about a fault of the XML. Empty if there is none. */
export function readXmlFault(): string {
  return document.getElementsByTagName('parsererror')[0]?.textContent?.slice(0, 2_000) ?? '';
}

// Loaded into a runtime (`--import`) so that the launcher considers it too old and starts a second one.
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });

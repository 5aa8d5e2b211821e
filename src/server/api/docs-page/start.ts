/** Shows `/openapi.json` with Scalar's API reference, without any of its services. */

/** Defined by the script before this one. */
declare const Scalar: { createApiReference(selector: string, options: object): void };

Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  // Uses the server of this page, even if it is reached under a name other than its public one.
  servers: [{ url: location.origin }],
  // Requests go directly to the server. A proxy would send them off the machine.
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // A typed token is forgotten when the page closes.
  persistAuth: false,
  defaultOpenAllTags: true,
  operationTitleSource: 'summary',
  // The system's setting decides between dark and light until the switch in the page overrides it.
  theme: 'default',
});

export {};

/** Shows `/openapi.json` with Scalar's API reference, without any of its services. */
globalThis.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  // The server of this page, also where it is reached under another name than its public one.
  servers: [{ url: location.origin }],
  // Requests go straight to the server. With a proxy they would leave the machine.
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  // A token that was typed is gone with the page.
  persistAuth: false,
  defaultOpenAllTags: true,
  operationTitleSource: 'summary',
  // The system decides between dark and light, and the switch in the page after it.
  theme: 'default',
});

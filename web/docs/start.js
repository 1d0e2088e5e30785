// Renders the API reference at /docs; loads nothing from other hosts and sends nothing to them.
document.querySelector('#before')?.remove()
globalThis.Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  title: 'Trawl · API',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: false,
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  operationTitleSource: 'summary',
  persistAuth: false,
})

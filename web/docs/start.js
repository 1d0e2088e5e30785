// Shows the description on the page at /docs; nothing of it comes from another host, and nothing is sent to one.
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

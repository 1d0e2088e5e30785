// The path below which the page is served, from its document: addresses in the code begin at the service, those of the browser at the host.

/** Without a trailing slash; empty at the root, and in Node: the build renders frames without a document. */
export const urlPrefix = globalThis.document?.documentElement.dataset.base ?? ''

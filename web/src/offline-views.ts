// Functions that the build writes into the service worker as their text, so they may name nothing but its globals.

/** Is this a view of the page? All other addresses belong to the server. The address of the service worker says below which path they are. */
export function isView({ request, url }: { readonly request: Request; readonly url: URL }): boolean {
  const base = new URL('.', location.href).pathname
  return request.mode === 'navigate' && /^(?:hot|watched|status|settings)?$/.test(url.pathname.slice(base.length))
}

/** Answers with the stored document; stored files have a query with their revision. */
export async function answerWithDocument({ request }: { readonly request: Request }): Promise<Response> {
  return (await caches.match(new URL('index.html', location.href), { ignoreSearch: true })) ?? fetch(request)
}

/** Is this an answer that the board shows again without a network: its lists, stories and risers? */
export function isBoardAnswer({ url }: { readonly url: URL }): boolean {
  const base = new URL('.', location.href).pathname
  const path = url.pathname.slice(base.length)
  return /^api\/v1\/(?:sources|batch|trends|risers)$/.test(path) && !url.searchParams.has('force')
}

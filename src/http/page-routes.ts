// The page at `/`, its other views and its files; programs that ask at `/` are told what there is.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import isFresh from 'fresh'
import Negotiator from 'negotiator'
import { pageHeaders } from './access.ts'
import type { Asset, Page } from './assets.ts'
import { createEncodingChoice } from './encodings.ts'

/** The views of the page: each may be opened, reloaded and shared by its address, and is a module of its own. */
const views = [
  { path: '/', module: 'src/search/search-view.tsx' },
  { path: '/hot', module: 'src/hot/hot-view.tsx' },
  { path: '/status', module: 'src/status/status-view.tsx' },
] as const

export interface PageDoors {
  /** Absent where it was not built. */
  readonly page?: Page | undefined
  /** What a program is told at `/`. */
  readonly index: object
}

/** All paths of the page. They need no key and no login: it is where one gives these. */
export function pathsOfPage(page: Page | undefined): string[] {
  return [...views.map(({ path }) => path), ...(page?.assets ?? []).map(({ path }) => path)]
}

/** Adds `/`, the other views, and a route for each file of the page. */
export function pageRoutes(app: FastifyInstance, { page, index }: PageDoors): void {
  const send = createSending()
  for (const { path, module } of views) {
    if (!page && path !== '/') continue
    const preload = page?.scriptsOf(module).map((script) => `<${script}>; rel=modulepreload`)
    app.get(path, (request, reply) => {
      reply.headers(pageHeaders).header('vary', 'accept, accept-encoding')
      if (!page || (path === '/' && !wantsPage(request))) return reply.send(index)
      // A browser learns of a view's script from the first one, and would ask for it only then.
      return send(request, preload?.length ? reply.header('link', preload.join(', ')) : reply, page.document)
    })
  }
  for (const asset of page?.assets ?? []) {
    const headers = asset === page?.document ? pageHeaders : fileHeaders
    app.get(asset.path, (request, reply) => send(request, reply.headers(headers), asset))
  }
}

/**
 * What the service worker may ask goes by the policy its own file came with, not by the page's. It makes no scripts, so no trusted types
 * are asked for.
 */
const fileHeaders = { 'content-security-policy': "default-src 'self'" } as const

/** A browser that opens an address says that it takes HTML; programs say that they take anything, or JSON. */
function wantsPage({ headers }: FastifyRequest): boolean {
  const { accept } = headers
  return (
    accept?.includes('text/html') === true &&
    new Negotiator({ headers }).mediaType(['application/json', 'text/html']) === 'text/html'
  )
}

function createSending() {
  const encodingFor = createEncodingChoice()
  return async (request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> => {
    if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
    reply.headers({
      etag: asset.etag,
      'cache-control': asset.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    const { 'if-none-match': held } = request.headers
    if (held !== undefined && isFresh(request.headers, { etag: asset.etag })) return reply.code(304).send()
    const { encoding, bytes } = await asset.in(encodingFor(request.headers['accept-encoding']))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.header('content-type', asset.type).send(bytes)
  }
}

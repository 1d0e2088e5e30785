// The page at `/`, its other views and its files; programs that ask at `/` are told what there is.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { pageHeaders } from './access.ts'
import { createAssetSending } from './asset-sending.ts'
import type { Page } from './assets.ts'

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
  const send = createAssetSending()
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

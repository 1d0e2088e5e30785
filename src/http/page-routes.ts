// The page at `/`, its other views and its files, and at addresses that do not exist; programs that ask at `/` are told what there is.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { pageHeaders } from './access.ts'
import { createAssetSending } from './asset-sending.ts'
import type { Page } from './assets.ts'
import { pathOf, queryOf } from './target.ts'
import type { MissingPage } from './unrouted.ts'

/** The views of the page: each may be opened, reloaded and shared by its address, and is a module of its own. */
const views = [
  { path: '/', module: 'src/search/search-view.tsx' },
  { path: '/hot', module: 'src/hot/hot-view.tsx' },
  { path: '/status', module: 'src/status/status-view.tsx' },
] as const

/** What the first view loads besides at an address that holds a search. */
const resultsModule = 'src/search/results.tsx'

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
    const link = preloadHeader(page, [module])
    const searchLink = path === '/' ? preloadHeader(page, [module, resultsModule]) : link
    app.get(path, (request, reply) => {
      reply.headers(pageHeaders).header('vary', 'accept, accept-encoding')
      if (!page || (path === '/' && !wantsPage(request))) return reply.send(index)
      // A browser learns of a view's script from the first one, and would ask for it only then.
      const preload = holdsSearch(request.url) ? searchLink : link
      return send(request, preload === '' ? reply : reply.header('link', preload), page.document)
    })
  }
  for (const asset of page?.assets ?? []) {
    const headers = asset === page?.document ? pageHeaders : fileHeaders
    app.get(asset.path, (request, reply) => send(request, reply.headers(headers), asset))
  }
}

/** Names the scripts of these modules in a `Link` header; empty where there are none. */
function preloadHeader(page: Page | undefined, modules: readonly string[]): string {
  const scripts = new Set(modules.flatMap((module) => page?.scriptsOf(module) ?? []))
  return [...scripts].map((script) => `<${script}>; rel=modulepreload`).join(', ')
}

/** Has the address a keyword, so that the page searches as soon as it is loaded? */
function holdsSearch(url: string): boolean {
  return (new URLSearchParams(queryOf(url)).get('kw') ?? '').trim() !== ''
}

/**
 * Makes the answer to a browser that opens an unknown address: the page, which says that there is none. What is below `/api` is opened to see
 * what programs are told.
 */
export function createMissingPage(page: Page | undefined): MissingPage {
  const send = createAssetSending()
  return (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!page || !isRead || /^\/api(?:\/|$)/.test(pathOf(request.url)) || !wantsPage(request)) return undefined
    return send(request, reply.code(404).headers(pageHeaders).header('vary', 'accept, accept-encoding'), page.document)
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

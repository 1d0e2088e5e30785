// Serves the web page: its views, its files, and the view for unknown URLs; programs that request `/` get the index as JSON.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { pageHeaders } from './headers.ts'
import type { NotFoundPage } from './not-found.ts'
import { createAssetSender, type WebPage } from './page/assets.ts'
import { targetPath, targetQuery } from './request-target.ts'

/** Views of the page: each has a URL that can be opened, reloaded and shared, a module of its own, and others that it loads at once with or without a parameter of the URL. */
const views = [
  { path: '/', module: 'src/search/search-view.tsx', parameter: 'kw', withIt: ['src/search/results.tsx'], without: [] },
  {
    path: '/hot',
    module: 'src/hot/hot-view.tsx',
    parameter: 'topic',
    withIt: ['src/hot/cards.tsx'],
    without: ['src/hot/stories/stories-view.tsx'],
  },
  { path: '/watched', module: 'src/watches/watched-view.tsx', parameter: '', withIt: [], without: [] },
  { path: '/status', module: 'src/status/status-view.tsx', parameter: '', withIt: [], without: [] },
] as const

/** All paths of the page. They need no authentication: it is where users enter their credentials. */
export function pagePaths(page: WebPage | undefined): string[] {
  return [...views.map(({ path }) => path), ...(page?.assets ?? []).map(({ path }) => path)]
}

/**
 * Adds `/`, the other views, and a route for each file of the page, which is absent if it was not built. `index` is the JSON sent to programs
 * at `/`.
 */
export function pageRoutes(app: FastifyInstance, page: WebPage | undefined, index: object): void {
  const send = createAssetSender()
  for (const { path, module, parameter, withIt, without } of views) {
    if (!page && path !== '/') continue
    const link = preloadHeader(page, [module, ...without])
    const parameterLink = preloadHeader(page, [module, ...withIt])
    app.get(path, (request, reply) => {
      reply.headers(pageHeaders).header('vary', 'accept, accept-encoding')
      if (!page || (path === '/' && !acceptsHtml(request))) return reply.send(index)
      // Otherwise the browser would discover a view's script only after loading the entry script.
      const preload = hasParameter(request.url, parameter) ? parameterLink : link
      return send(request, preload === '' ? reply : reply.header('link', preload), page.document)
    })
  }
  for (const asset of page?.assets ?? []) {
    const headers = asset === page?.document ? pageHeaders : fileHeaders
    app.get(asset.path, (request, reply) => send(request, reply.headers(headers), asset))
  }
}

/** `Link` header that preloads the scripts of these modules; empty if there are none. */
function preloadHeader(page: WebPage | undefined, modules: readonly string[]): string {
  const scripts = new Set(modules.flatMap((module) => page?.preloadScripts(module) ?? []))
  return [...scripts].map((script) => `<${script}>; rel=modulepreload`).join(', ')
}

/** Such as a keyword, so that the page searches as soon as it is loaded. */
function hasParameter(url: string, name: string): boolean {
  return (new URLSearchParams(targetQuery(url)).get(name) ?? '').trim() !== ''
}

/**
 * Creates the response for a browser that opens an unknown URL: the page, which shows "not found". Below `/api` browsers get the JSON error,
 * because people open such URLs to read API responses.
 */
export function createNotFoundPage(page: WebPage | undefined): NotFoundPage {
  const send = createAssetSender()
  return (request, reply) => {
    const isReadMethod = request.method === 'GET' || request.method === 'HEAD'
    if (!page || !isReadMethod || /^\/api(?:\/|$)/.test(targetPath(request.url)) || !acceptsHtml(request))
      return undefined
    return send(request, reply.code(404).headers(pageHeaders).header('vary', 'accept, accept-encoding'), page.document)
  }
}

/**
 * A service worker's requests follow the policy sent with its own file, not the page's. It creates no scripts, so Trusted Types are not
 * required.
 */
const fileHeaders = { 'content-security-policy': "default-src 'self'" } as const

/** Browsers that open a URL accept HTML; programs accept anything, or JSON. */
function acceptsHtml({ headers }: FastifyRequest): boolean {
  const { accept } = headers
  return (
    accept?.includes('text/html') === true &&
    new Negotiator({ headers }).mediaType(['application/json', 'text/html']) === 'text/html'
  )
}

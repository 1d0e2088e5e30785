// Serves the web page: its views, its files, and the view for unknown URLs; programs that request `/` get the index as JSON.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { indexAnswer } from '../contract/about.ts'
import { notModified, type Operations, operation } from '../contract/operation.ts'
import { pageHeaders } from './headers.ts'
import type { NotFoundPage } from './not-found.ts'
import { createAssetSender, type WebPage } from './page/assets.ts'
import { targetPath, targetQuery } from './request-target.ts'

export const pageOperations = {
  index: operation('service', '/', 'List of endpoints', {
    description: 'JSON for programs; browsers get the web page.',
    access: 'open',
    answers: [
      { status: 200, meaning: 'The list, or the page.', schema: indexAnswer },
      { status: 200, meaning: 'The page.', type: 'text/html' },
      notModified,
    ],
  }),
} satisfies Operations

/** A view of the page, with a URL that can be opened, reloaded and shared. */
interface View {
  readonly path: string
  readonly module: string
  /** Parameters of the URL with which it loads the modules `withIt` at once, and those without which it loads `without`. */
  readonly parameters?: readonly string[]
  readonly withIt?: readonly string[]
  readonly without?: readonly string[]
  /** Answers of the API that it asks for at once, some only where the URL has no query. None that depends on a credential, which a preload cannot send. */
  readonly answers?: readonly string[]
  readonly plainAnswers?: readonly string[]
}

const views: readonly View[] = [
  { path: '/', module: 'src/search/search-view.tsx', parameters: ['kw', 'work'], withIt: ['src/search/results.tsx'] },
  {
    path: '/hot',
    module: 'src/hot/hot-view.tsx',
    parameters: ['topic'],
    withIt: ['src/hot/cards.tsx'],
    without: ['src/hot/stories/stories-view.tsx'],
    answers: ['/api/v1/sources'],
    plainAnswers: ['/api/v1/trends?window=24h&limit=60'],
  },
  { path: '/watched', module: 'src/watches/watched-view.tsx' },
  { path: '/status', module: 'src/status/status-view.tsx', answers: ['/api/v1/health'] },
  { path: '/settings', module: 'src/settings/settings-view.tsx' },
]

/** All paths of the page. They need no authentication: it is where users enter their credentials. */
export function pagePaths(page: WebPage | undefined): string[] {
  return [...views.map(({ path }) => path), ...(page?.assets ?? []).map(({ path }) => path)]
}

/** The dependencies of pages other than their files. */
interface PageOptions {
  /** Returns the JSON sent to programs at `/`. */
  readonly readIndex: () => object
  /** Whether the API needs a credential at the moment, which a preload cannot send. */
  readonly isCredentialRequired: () => boolean
  /** The path below which browsers reach the service; empty at the root. */
  readonly urlPrefix: string
}

/** Adds `/`, the other views, and a route for each file of the page, which is absent if it was not built. */
export function pageRoutes(app: FastifyInstance, page: WebPage | undefined, options: PageOptions): void {
  const send = createAssetSender()
  const policy = pageHeaders['content-security-policy'] + (page?.documentPolicy ?? '')
  const documentHeaders = { ...pageHeaders, 'content-security-policy': policy }
  for (const view of views) {
    const { path, parameters = [] } = view
    if (!page && path !== '/') continue
    const preloadsOf = createPreloads(page, view, options)
    app.get(path, (request, reply) => {
      reply.headers(documentHeaders).header('vary', 'accept, accept-encoding, accept-language')
      if (!page || (path === '/' && !acceptsHtml(request))) return reply.send(options.readIndex())
      const preloads = preloadsOf(request.url)
      if (preloads !== '') reply.header('link', preloads)
      const name = hasParameter(request.url, parameters) ? `${path}?${parameters[0]}` : path
      const document = page.documentOf(name, request.headers) ?? page.documentOf(path, request.headers)
      return send(request, reply, document ?? page.document)
    })
  }
  for (const asset of page?.assets ?? []) {
    const headers = asset === page?.document ? pageHeaders : fileHeaders
    app.get(asset.path, (request, reply) => send(request, reply.headers(headers), asset))
  }
}

/**
 * Creates a function that returns the `Link` header for a URL of the view; empty if there is nothing to preload. Otherwise the browser would
 * discover the view's script only after loading the entry script, and the view would ask for its answers only after that.
 */
function createPreloads(
  page: WebPage | undefined,
  { module, parameters = [], withIt = [], without = [], answers = [], plainAnswers = [] }: View,
  { isCredentialRequired, urlPrefix }: PageOptions,
): (url: string) => string {
  const scriptsOf = (...modules: readonly string[]) =>
    [...new Set(modules.flatMap((name) => page?.preloadScripts(name) ?? []))].map(
      (file) => `<${urlPrefix}${file}>; rel=modulepreload`,
    )
  const answersOf = (paths: readonly string[]) =>
    paths.map((path) => `<${urlPrefix}${path}>; rel=preload; as=fetch; crossorigin`)
  const scripts = { withIt: scriptsOf(module, ...withIt), without: scriptsOf(module, ...without) }
  return (url) => {
    const isPlain = targetQuery(url) === ''
    const isWithIt = !isPlain && hasParameter(url, parameters)
    const asked = isCredentialRequired() ? [] : [...answers, ...(isPlain ? plainAnswers : [])]
    return [...scripts[isWithIt ? 'withIt' : 'without'], ...answersOf(asked)].join(', ')
  }
}

/** Such as a keyword, so that the page searches as soon as it is loaded. */
function hasParameter(url: string, names: readonly string[]): boolean {
  const query = new URLSearchParams(targetQuery(url))
  return names.some((name) => (query.get(name) ?? '').trim() !== '')
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

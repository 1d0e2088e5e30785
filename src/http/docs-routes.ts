// The OpenAPI document at /openapi.json, the page at /docs that renders it, and the pages of settings and sources.
import type { FastifyInstance } from 'fastify'
import { descriptionAnswer } from '../contract/about.ts'
import { notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import { RequestError } from './errors.ts'
import { openerPolicy } from './headers.ts'
import { type Asset, createAsset, createAssetSender, readAsset } from './page/assets.ts'
import { targetPath } from './request-target.ts'

export const docsOperations = {
  description: operation('service', '/openapi.json', 'This OpenAPI document', {
    access: 'open',
    answers: [{ status: 200, meaning: 'The document.', schema: descriptionAnswer }, notModified],
  }),
} satisfies Operations

/** Request paths and the files behind them; public, as the page is. */
const files = {
  '/docs': 'index.html',
  '/docs/settings': 'settings.html',
  '/docs/sources': 'sources.html',
  '/docs/reference.css': 'reference.css',
  '/docs/reference.js': 'reference.js',
  '/docs/start.js': 'start.js',
} as const

export const docsPaths: readonly string[] = Object.keys(files)

/**
 * The page loads from and connects to this server only, and cannot be framed. The reference component injects its own styles, so inline
 * styles are allowed; no string becomes a script.
 */
const headers = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
} as const

/** Creates the asset on the first request, and after a failure again on the next: the pages may have been built in the meantime. */
function onDemand(make: () => Promise<Asset>): () => Promise<Asset> {
  let asset: Promise<Asset> | undefined
  return () => {
    asset ??= make().catch((error: unknown) => {
      asset = undefined
      throw error
    })
    return asset
  }
}

/**
 * Adds the routes of the documentation pages; `docsFolder` is the folder of the built pages, absent if they were not
 * built. The script is large and rarely requested, so the files are read on the first request.
 */
export function docsRoutes(app: FastifyInstance, docsFolder: string | undefined): void {
  const send = createAssetSender()
  for (const [path, file] of Object.entries(files)) {
    const read = onDemand(async () => {
      const asset = docsFolder === undefined ? undefined : await readAsset(path, docsFolder, file)
      if (asset) return asset
      throw new RequestError(
        404,
        'path: the documentation pages were not built; npm ci && npm run build does that. /openapi.json describes the API',
      )
    })
    app.get(path, async (request, reply) => {
      // Pages load their files relative to a path without a trailing slash.
      if (targetPath(request.url).endsWith('/')) return reply.redirect(`..${path.slice(path.lastIndexOf('/'))}`, 308)
      const asset = await read()
      return send(request, reply.headers({ ...headers, ...openerPolicy(request) }), asset)
    })
  }
}

/** Path of the OpenAPI description; public, as the page is. */
const openApiPath = routePath(docsOperations.description)

/** Adds `/openapi.json`. `buildDocument` is called once, on the first request: the document takes time and is rarely requested. */
export function openApiRoutes(app: FastifyInstance, buildDocument: () => Promise<object>): void {
  const send = createAssetSender()
  const read = onDemand(async () => {
    const text = JSON.stringify(await buildDocument())
    return createAsset(openApiPath, 'application/json; charset=utf-8', Buffer.from(text))
  })
  app.get(openApiPath, async (request, reply) => send(request, reply, await read()))
}

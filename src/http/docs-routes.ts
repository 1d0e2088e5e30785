// The page of the API at /docs, for people; it reads /openapi.json.
import type { FastifyInstance } from 'fastify'
import { createAssetSending } from './asset-sending.ts'
import { type Asset, readAsset } from './assets.ts'
import { RequestError } from './errors.ts'
import { pathOf } from './target.ts'

/** Its paths, and the file behind each; open to everybody, as the page is. */
const files = {
  '/docs': 'index.html',
  '/docs/reference.css': 'reference.css',
  '/docs/reference.js': 'reference.js',
  '/docs/start.js': 'start.js',
} as const

/** Where it is. */
export const docsPaths: readonly string[] = Object.keys(files)

export interface DocsDoors {
  /** Where it was built; absent where it was not. */
  readonly docsFolder?: string | undefined
}

/**
 * It loads and asks nothing but this service. The reference puts its own styles into the page, so these are let in; no text becomes a script, and
 * nobody frames it.
 */
const headers = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
} as const

/** Adds its paths. Its script is large and few read it, so the files are read when somebody first asks. */
export function docsRoutes(app: FastifyInstance, { docsFolder }: DocsDoors): void {
  const send = createAssetSending()
  for (const [path, file] of Object.entries(files)) {
    let asset: Promise<Asset> | undefined
    const read = async (): Promise<Asset> => {
      const found = docsFolder === undefined ? undefined : await readAsset(path, docsFolder, file)
      if (!found) throw notBuilt()
      return found
    }
    app.get(path, async (request, reply) => {
      // What the page loads is told from a path without a slash at its end.
      if (pathOf(request.url) === '/docs/') return reply.redirect('../docs', 308)
      asset ??= read()
      // What was not there may be built meanwhile.
      const ready = await asset.catch((error: unknown) => {
        asset = undefined
        throw error
      })
      return send(request, reply.headers(headers), ready)
    })
  }
}

function notBuilt(): RequestError {
  return new RequestError(
    404,
    'path: the page of the API is not built here; npm ci && npm run build does it. /openapi.json is what it shows',
  )
}

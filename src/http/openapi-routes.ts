// Serves the OpenAPI description of the service.
import type { FastifyInstance } from 'fastify'
import { type Asset, createAsset } from './page/assets.ts'
import { createAssetSender } from './page/send-asset.ts'

/** Path of the OpenAPI description; public, as the page is. */
export const openApiPath = '/openapi.json'

/** The generated OpenAPI document. */
interface OpenApiDocument {
  readonly info: object
}

export interface OpenApiRouteOptions {
  readonly version: string
  /** Reads the document; called once, on the first request, so that startup does not wait for it. */
  readonly readOpenApi: () => Promise<OpenApiDocument>
}

/** Adds `/openapi.json`, with the version of this server. */
export function openApiRoutes(app: FastifyInstance, { version, readOpenApi }: OpenApiRouteOptions): void {
  const send = createAssetSender()
  let asset: Promise<Asset> | undefined
  async function read(): Promise<Asset> {
    const document = await readOpenApi()
    const text = JSON.stringify({ ...document, info: { ...document.info, version } })
    return createAsset(openApiPath, 'application/json; charset=utf-8', Buffer.from(text))
  }
  app.get(openApiPath, async (request, reply) => {
    asset ??= read()
    return send(request, reply, await asset)
  })
}

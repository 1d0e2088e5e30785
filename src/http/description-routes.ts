// Serves the OpenAPI description of the service.
import type { FastifyInstance } from 'fastify'
import { createAssetSending } from './asset-sending.ts'
import { type Asset, createAsset } from './assets.ts'

/** Path of the OpenAPI description; public, as the page is. */
export const descriptionPath = '/openapi.json'

/** The generated OpenAPI document. */
interface Description {
  readonly info: object
}

export interface DescriptionDoors {
  readonly version: string
  /** Reads the document; called once, on the first request, so that startup does not wait for it. */
  readonly description: () => Promise<Description>
}

/** Adds `/openapi.json`, with the version of this server. */
export function descriptionRoutes(app: FastifyInstance, { version, description }: DescriptionDoors): void {
  const send = createAssetSending()
  let asset: Promise<Asset> | undefined
  async function read(): Promise<Asset> {
    const written = await description()
    const text = JSON.stringify({ ...written, info: { ...written.info, version } })
    return createAsset(descriptionPath, 'application/json; charset=utf-8', Buffer.from(text))
  }
  app.get(descriptionPath, async (request, reply) => {
    asset ??= read()
    return send(request, reply, await asset)
  })
}

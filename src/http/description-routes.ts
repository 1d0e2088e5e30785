// The description of the service for programs, in the words of OpenAPI.
import type { FastifyInstance } from 'fastify'
import { createAssetSending } from './asset-sending.ts'
import { type Asset, createAsset } from './assets.ts'

/** Where the description is; open to everybody, as the page is. */
export const descriptionPath = '/openapi.json'

/** The description as it was written. */
interface Description {
  readonly info: object
}

export interface DescriptionDoors {
  readonly version: string
  /** Reads the description; asked once, when somebody first wants it: no start waits for it. */
  readonly description: () => Promise<Description>
}

/** Adds `/openapi.json`, with the version of this service. */
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

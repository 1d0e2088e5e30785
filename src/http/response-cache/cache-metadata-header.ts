// The header that tells a worker how it may cache a response of the primary process.
import { z } from 'zod'
import type { CachedEntry } from './cached-response.ts'

export const cacheMetadataHeader = 'x-trawl-ready'

/** Longer values would not fit into the headers; such a response consists of more than a thousand answers. */
const maxLength = 16_000

const metadataSchema = z.object({
  route: z.string(),
  what: z.string(),
  until: z.number(),
  bornAt: z.number(),
  remakeMs: z.number(),
  slots: z.array(z.number()),
  sum: z.number(),
})

/** Cache metadata of a response; times in epoch milliseconds. */
export type CacheMetadata = Readonly<z.output<typeof metadataSchema>>

/** Encodes the header; none if the response is not cacheable. */
export function encodeMetadata({ response, route, label, until, renderCostMs }: CachedEntry): Record<string, string> {
  if (!response.stamp) return {}
  const { slots, sum } = response.stamp
  const text = JSON.stringify({
    route,
    what: label,
    until,
    bornAt: response.oldestAt,
    remakeMs: renderCostMs,
    slots,
    sum,
  })
  return text.length > maxLength ? {} : { [cacheMetadataHeader]: text }
}

/** Decodes the header. @throws ZodError, SyntaxError if it is malformed. */
export function decodeMetadata(text: string): CacheMetadata {
  return metadataSchema.parse(JSON.parse(text))
}

// The paths of peers: how each is asked, and which shares or items an answer has.
import { z } from 'zod'

/** A way of asking that a peer understands. */
export interface Protocol {
  /** What is asked: keywords, or ids of lists. */
  readonly asks: 'keywords' | 'lists'
  /** Path and query for a keyword or a list, forced past the peer's cache where it can be. */
  pathOf(what: string, channels: readonly string[]): string
  /** Addresses in the answer: of shares, or of items. */
  addressesIn(body: unknown): readonly string[]
}

const merged = z.object({
  data: z.object({ merged_by_type: z.record(z.string(), z.array(z.object({ url: z.string() }))) }),
})
const newsNow = z.object({ items: z.array(z.object({ url: z.string() })) })
const dailyHot = z.object({ data: z.array(z.object({ url: z.string() })) })

export const protocols = {
  pansou: {
    asks: 'keywords',
    pathOf: (kw, channels) =>
      `/api/search?${new URLSearchParams({ kw, channels: channels.join(','), src: 'tg', res: 'merge', refresh: 'true' })}`,
    addressesIn: (body) =>
      Object.values(merged.parse(body).data.merged_by_type).flatMap((links) => links.map(({ url }) => url)),
  },
  newsnow: {
    asks: 'lists',
    pathOf: (id) => `/api/s?${new URLSearchParams({ id, latest: '' })}`,
    addressesIn: (body) => newsNow.parse(body).items.map(({ url }) => url),
  },
  dailyhot: {
    asks: 'lists',
    pathOf: (id) => `/${id}?cache=false`,
    addressesIn: (body) => dailyHot.parse(body).data.map(({ url }) => url),
  },
} as const satisfies Readonly<Record<string, Protocol>>

export type ProtocolName = keyof typeof protocols

// The wire of the search stream: the data of its events.

import { z } from 'zod'
import { linkItem } from './links.ts'
import { merged, meta, resultItem, upstreamFailure, warning } from './search.ts'
import { workChange } from './works.ts'

const count = z.int().nonnegative()

const changeable = {
  sources: true,
  source: true,
  note: true,
  datetime: true,
  relevance: true,
  images: true,
  work: true,
  attributes: true,
} as const

/** New values of the links with these `ids`. `sources` has only those that come in addition. */
export const linkChange = z.strictObject({
  ids: z.array(count).min(1),
  ...linkItem.pick(changeable).partial().shape,
  /** Set when a source has returned links that only the archive had. */
  archive: z.literal(false).optional(),
})
export type LinkChange = z.infer<typeof linkChange>

/** The data of each event of the stream, by event name. */
export const streamEvents = {
  start: z.strictObject({ sources: z.array(z.string()), warnings: z.array(warning).min(1).optional() }),
  source: z.strictObject({
    source: z.string(),
    state: z.enum(['fresh', 'cached', 'stale', 'failed', 'pending']),
    took_ms: count,
    count,
    failure: upstreamFailure.optional(),
  }),
  links: z.strictObject({
    merged_by_type: merged,
    replaced: z.array(z.string()).min(1).optional(),
    /** With `ext.details`: changes of links that were sent, and the images of new ones. */
    changed: z.array(linkChange).min(1).optional(),
    /** Set for links from the archive that no source has returned in this search so far. */
    archive: z.literal(true).optional(),
  }),
  /** With `res=works`, in place of `links`: works that are new or have changed. */
  works: z.strictObject({
    works: z.array(workChange),
    /** Changes of links that were sent, and the images of new ones. */
    changed: z.array(linkChange).min(1).optional(),
    /** Works that no longer exist: the key by which their links go on, null if they have none left. */
    moved: z.record(z.string(), z.string().nullable()).optional(),
    /** The keys of all works, best first; in the last event. */
    order: z.array(z.string()).optional(),
    /** Set for results of the archive. */
    archive: z.literal(true).optional(),
  }),
  results: z.strictObject({ results: z.array(resultItem).min(1) }),
  end: z.strictObject({ ...meta.shape, took_ms: count, warnings: z.array(warning).min(1).optional() }),
}
export type StreamWorks = z.infer<typeof streamEvents.works>
export type StreamStart = z.infer<typeof streamEvents.start>
export type StreamSource = z.infer<typeof streamEvents.source>
export type StreamEnd = z.infer<typeof streamEvents.end>

/** The events of the stream with their data. */
export const searchEvent = z.union([
  ...Object.entries(streamEvents).map(([event, data]) => z.strictObject({ event: z.literal(event), data })),
  z.strictObject({
    event: z.literal('error'),
    data: z.strictObject({ code: z.literal(500), message: z.string().min(1) }),
  }),
])

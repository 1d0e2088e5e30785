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
const changed = linkItem.pick(changeable).partial().shape

/** New values of the links with these `ids`. `sources` has only those that come in addition. */
const linkChange = z
  .strictObject({
    ids: z.array(count).min(1).describe('The `id` of each of the links.'),
    ...changed,
    sources: changed.sources.describe('Sources that have the links too, besides those sent earlier.'),
    images: changed.images.describe('Image addresses, in place of earlier ones.'),
    archive: z
      .literal(false)
      .optional()
      .describe('Set when a source has returned links that were sent from the archive.'),
  })
  .register(z.globalRegistry, {
    id: 'LinkChange',
    description: 'New values of links that were sent; fields that have not changed are absent.',
  })
export type LinkChange = z.infer<typeof linkChange>

/** The data of each event of the stream, by event name. */
export const streamEvents = {
  start: z
    .strictObject({
      sources: z.array(z.string()).describe('The ids of all sources that are asked.'),
      warnings: z.array(warning).min(1).optional(),
    })
    .register(z.globalRegistry, { id: 'SearchStart', description: 'The search has started.' }),
  source: z
    .strictObject({
      source: z.string().describe('Its id.'),
      state: z.enum(['fresh', 'cached', 'stale', 'failed', 'pending']),
      took_ms: count.describe('Duration in milliseconds.'),
      count: count.describe('Number of links found.'),
      failure: upstreamFailure.optional(),
    })
    .register(z.globalRegistry, {
      id: 'SearchSource',
      description: 'A source has answered, failed, or is pending at the deadline.',
    }),
  links: z
    .strictObject({
      merged_by_type: merged,
      replaced: z.array(z.string()).min(1).optional().describe('Addresses sent earlier that these links replace.'),
      changed: z
        .array(linkChange)
        .min(1)
        .optional()
        .describe('With `ext.details`: changes of links sent earlier, and the images of these links.'),
      archive: z
        .literal(true)
        .optional()
        .describe('Set for links from the archive that no source has returned in this search so far.'),
    })
    .register(z.globalRegistry, { id: 'SearchLinks', description: 'New or changed links.' }),
  /** With `res=works`, in place of `links`: works that are new or have changed. */
  works: z
    .strictObject({
      works: z.array(workChange).describe('New works, and changes of works by `key`.'),
      changed: z
        .array(linkChange)
        .min(1)
        .optional()
        .describe('Changes of links sent earlier; in the last event of this name the images of all links.'),
      moved: z
        .record(z.string(), z.string().nullable())
        .optional()
        .describe('Works that have ended: the key of the work that has their links now, or null.'),
      order: z
        .array(z.string())
        .optional()
        .describe('The keys of all works, best first. In the last event of this name.'),
      archive: z
        .literal(true)
        .optional()
        .describe('Set for links from the archive that no source has returned in this search so far.'),
    })
    .register(z.globalRegistry, {
      id: 'SearchWorks',
      description: 'With `res=works`: works that are new or have changed.',
    }),
  results: z
    .strictObject({ results: z.array(resultItem).min(1) })
    .register(z.globalRegistry, { id: 'SearchResults', description: 'New posts.' }),
  end: z
    .strictObject({
      ...meta.shape,
      took_ms: count.describe('Duration in milliseconds.'),
      warnings: z.array(warning).min(1).optional(),
    })
    .register(z.globalRegistry, { id: 'SearchEnd', description: 'The last event.' }),
}
export type StreamWorks = z.infer<typeof streamEvents.works>
export type StreamStart = z.infer<typeof streamEvents.start>
export type StreamSource = z.infer<typeof streamEvents.source>
export type StreamEnd = z.infer<typeof streamEvents.end>

/** The events of the stream with their data. */
export const searchEvent = z
  .union([
    ...Object.entries(streamEvents).map(([event, data]) => z.strictObject({ event: z.literal(event), data })),
    z.strictObject({
      event: z.literal('error'),
      data: z.strictObject({ code: z.literal(500), message: z.string().min(1) }),
    }),
  ])
  .register(z.globalRegistry, {
    id: 'SearchEvent',
    description: 'An event of a search: its name, and its data as JSON.',
  })

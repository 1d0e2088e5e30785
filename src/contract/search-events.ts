// The wire of the search stream: the data of its events.

import { z } from 'zod'
import { merged, meta, resultItem, upstreamFailure, warning } from './search.ts'
import { streamWork } from './works.ts'

const count = z.int().nonnegative()

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
      archive: z
        .literal(true)
        .optional()
        .describe('Set for links from the archive that no source has returned in this search so far.'),
    })
    .register(z.globalRegistry, { id: 'SearchLinks', description: 'New or changed links, as a whole.' }),
  works: z
    .strictObject({
      works: z.array(streamWork).describe('Each as a whole, in place of what was sent of it.'),
      moved: z
        .record(z.string(), z.string().nullable())
        .optional()
        .describe('Works that have ended: the key of the work that has their links now, or null.'),
      order: z
        .array(z.string())
        .optional()
        .describe('The keys of all works, best first. In the last event of this name.'),
    })
    .register(z.globalRegistry, {
      id: 'SearchWorks',
      description: 'With `res=works`, in place of `links`: works that are new or have changed.',
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

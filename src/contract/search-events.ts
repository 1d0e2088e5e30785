// The wire of the search stream: the data of its events.

import { z } from 'zod'
import { count, named, record, text } from './schemas.ts'
import { merged, meta, resultItem, upstreamFailure, warning } from './search.ts'
import { streamWork } from './works.ts'

/** The data of each event of the stream, by event name. */
export const streamEvents = {
  start: record('SearchStart', 'The search has started.', {
    sources: z.array(z.string()).describe('The ids of all sources that are asked.'),
    warnings: z.array(warning).min(1).optional(),
  }),
  source: record('SearchSource', 'A source has answered, failed, or is pending at the deadline.', {
    source: z.string().describe('Its id.'),
    state: z.enum(['fresh', 'cached', 'stale', 'failed', 'pending']),
    took_ms: count.describe('Duration in milliseconds.'),
    count: count.describe('Number of links found.'),
    failure: upstreamFailure.optional(),
  }),
  links: record('SearchLinks', 'New or changed links, as a whole.', {
    merged_by_type: merged,
    replaced: z.array(z.string()).min(1).optional().describe('Addresses sent earlier that these links replace.'),
    archive: z
      .literal(true)
      .optional()
      .describe('Set for links from the archive that no source has returned in this search so far.'),
  }),
  works: record('SearchWorks', 'With `res=works`, in place of `links`: works that are new or have changed.', {
    works: z.array(streamWork).describe('Each as a whole, in place of what was sent of it.'),
    moved: z
      .record(z.string(), z.string().nullable())
      .optional()
      .describe('Works that have ended: the key of the work that has their links now, or null.'),
    order: z
      .array(z.string())
      .optional()
      .describe('The keys of all works, best first. In the last event of this name.'),
  }),
  results: record('SearchResults', 'New posts.', { results: z.array(resultItem).min(1) }),
  end: record('SearchEnd', 'The last event.', {
    ...meta.shape,
    took_ms: count.describe('Duration in milliseconds.'),
    warnings: z.array(warning).min(1).optional(),
  }),
}
export type StreamWorks = z.infer<typeof streamEvents.works>
export type StreamStart = z.infer<typeof streamEvents.start>
export type StreamSource = z.infer<typeof streamEvents.source>
export type StreamEnd = z.infer<typeof streamEvents.end>

export const searchEvent = named(
  'SearchEvent',
  'An event of a search: its name, and its data as JSON.',
  z.union([
    ...Object.entries(streamEvents).map(([event, data]) => z.strictObject({ event: z.literal(event), data })),
    z.strictObject({
      event: z.literal('error'),
      data: z.strictObject({ code: z.literal(500), message: text }),
    }),
  ]),
)

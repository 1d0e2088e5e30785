// The queries with hand-marked links, and the corpus that they were marked in.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { defaultChannels } from '../../src/search/catalogue.ts'
import { defaultNow } from '../../standin/corpus/corpus.ts'
import { type Mention, mentionsOf, type Place } from './ground-truth.ts'

/** The marks are valid for this corpus only. */
export const place: Place = { seed: 11, now: defaultNow }

const marked = z.array(
  z.strictObject({
    kw: z.string().min(1),
    ext: z.strictObject({ title_en: z.string() }).optional(),
    cloud_types: z.array(z.string()).min(1).optional(),
    /** 3: the best match; 2: the right work, but older or less known; 1: acceptable. */
    wanted: z.array(
      z.strictObject({
        /** `<type>:<code>`, the corpus's name of a share. */
        key: z.string(),
        grade: z.union([z.literal(1), z.literal(2), z.literal(3)]),
        why: z.string().min(1),
      }),
    ),
  }),
)

/** A query and its wanted links, marked from the corpus, not from our own answers. */
export type MarkedQuery = z.output<typeof marked>[number]

/** All marked queries. @throws when the file is malformed. */
export function readQueries(): readonly MarkedQuery[] {
  return marked.parse(JSON.parse(readFileSync(new URL('queries.json', import.meta.url), 'utf8')))
}

/** All mentions of the stand-in at this place, in the listed channels and on all sites. */
export function readTruth(): readonly Mention[] {
  return mentionsOf(defaultChannels, place)
}

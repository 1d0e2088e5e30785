// The queries whose wanted links were marked by hand, and the corpus they were marked in.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { defaultChannels } from '../../src/search/channels.ts'
import { defaultNow } from '../../standin/corpus/corpus.ts'
import { type Mention, mentionsOf, type Place } from './ground-truth.ts'

/** The marks hold for this corpus only. */
export const place: Place = { seed: 11, now: defaultNow }

const marked = z.array(
  z.strictObject({
    kw: z.string().min(1),
    ext: z.strictObject({ title_en: z.string() }).optional(),
    cloud_types: z.array(z.string()).min(1).optional(),
    /** 3: what a person would click first; 2: the work meant, older or less known; 1: will do. */
    wanted: z.array(
      z.strictObject({
        /** `<type>:<code>` as the corpus names a share. */
        key: z.string(),
        grade: z.union([z.literal(1), z.literal(2), z.literal(3)]),
        why: z.string().min(1),
      }),
    ),
  }),
)

/** A query and the links a person would want of it, marked by looking at the corpus and not at an answer of ours. */
export type MarkedQuery = z.output<typeof marked>[number]

/** All marked queries. @throws when the file is not of the right form. */
export function readQueries(): readonly MarkedQuery[] {
  return marked.parse(JSON.parse(readFileSync(new URL('queries.json', import.meta.url), 'utf8')))
}

/** Everything the stand-in says in this place, in the listed channels and on all sites. */
export function readTruth(): readonly Mention[] {
  return mentionsOf(defaultChannels, place)
}

// The wire of the digest of a day: what several platforms report, what rose, and what watches found.
import { z } from 'zod'
import { riser } from './hotlist-history.ts'
import { trendStory } from './hotlist-trends.ts'
import { envelope, time } from './monitoring.ts'
import { record } from './schemas.ts'
import { watchEvent } from './watches.ts'

export const digestAnswer = record(
  'DigestAnswer',
  'The last day: what several platforms report, what rose, and what your watches found.',
  {
    ...envelope,
    since: time.describe('A day before now: what the digest covers.'),
    stories: z.array(trendStory).max(10).describe('The ten stories with the highest score.'),
    risers: z.array(riser).max(10).describe('The ten items that gained most ranks; none without the history of lists.'),
    found: z.array(watchEvent).max(20).describe('What your watches found since, newest first.'),
  },
)
export type DigestAnswer = z.infer<typeof digestAnswer>

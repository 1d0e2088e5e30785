// The wire of the history of hot lists.
import { z } from 'zod'
import { duration, integer, line, moment } from './fields.ts'
import { item } from './hotlist.ts'
import { foundItem } from './hotlist-find.ts'
import { count, envelope, time } from './monitoring.ts'
import { timeWindow } from './time-windows.ts'

const text = z.string().min(1)

export const historyRequest = z.object({
  item: line(1, 600).optional(),
  from: moment.optional(),
  to: moment.optional(),
  step: duration(60, 365 * 24 * 60 * 60).optional(),
  limit: integer(1, 500).default(100),
})
export const listAtRequest = z.object({ time: moment })
export const listChangesRequest = z.object({ since: moment })

/** The best rank, when it was first reached, and the heat then. */
const peak = z.strictObject({ rank: z.int().min(1), at: time, hot: z.number().nullable() })

/** Where an item stood; `rank` is null when it had left the list. */
export const historyPoint = z.strictObject({
  at: time,
  rank: z.int().min(1).nullable(),
  hot: z.number().nullable(),
})

const identity = { id: text, title: text, url: z.url() }
const summary = { firstSeen: time, lastSeen: time, peak }

export const historyItem = z.strictObject({ ...identity, ...summary })
export type HistoryItemAnswer = z.infer<typeof historyItem>

/** As requested: from 1970 on. */
const since1970 = z.int().nonnegative()
const span = { ...envelope, source: text, from: since1970, to: since1970 }

/** With `item` its points and summary, else the items of the span. `step` is in seconds. */
export const historyAnswer = z.union([
  z.strictObject({
    ...span,
    step: z.int().positive().optional(),
    item: z.strictObject(identity),
    points: z.array(historyPoint),
    count,
    ...summary,
  }),
  z.strictObject({ ...span, items: z.array(historyItem), count, total: count }),
])
export type HistoryAnswer = z.infer<typeof historyAnswer>

export const listAtAnswer = z.strictObject({ ...envelope, source: text, updatedAt: time, data: z.array(item), count })
export type ListAtAnswer = z.infer<typeof listAtAnswer>

/** An item that stood at rank `before` and now stands at `rank`. */
export const movedItem = z.strictObject({ ...item.shape, before: z.int().min(1) })

/** What changed from `since` to `updatedAt`; an item that left has the rank and heat of then. */
export const listChangesAnswer = z.strictObject({
  ...envelope,
  source: text,
  since: since1970,
  updatedAt: time,
  appeared: z.array(item),
  left: z.array(item),
  moved: z.array(movedItem),
})
export type ListChangesAnswer = z.infer<typeof listChangesAnswer>

export const risersRequest = z.object({ window: timeWindow.default('1h'), limit: integer(1, 100).default(20) })

/** An item that gained ranks since the refresh at `since`; `before` is its rank then, null if it was not on the list. */
export const riser = z.strictObject({
  ...foundItem.shape,
  since: time,
  before: z.int().min(1).nullable(),
  gained: count,
})
export type Riser = z.infer<typeof riser>

/** `window` is in seconds. */
export const risersAnswer = z.strictObject({ ...envelope, window: count, risers: z.array(riser), count, total: count })
export type RisersAnswer = z.infer<typeof risersAnswer>

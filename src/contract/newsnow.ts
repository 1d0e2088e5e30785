// The wire of NewsNow, as its page and tools ask for lists: what they send, and what they are told.
import { z } from 'zod'
import { wireForms } from './fields.ts'
import { item } from './hotlist.ts'
import { errorResponse } from './hotlist-error.ts'

const mostIds = 200
const longestId = 60
/** As many as NewsNow shows of a list. */
export const mostNewsNowItems = 30

const idAllowed = 'must be the id of one source; GET /api/v1/sources lists them'

/** Parameters of `/api/s`. */
export const newsNowRequest = z.object({
  id: z
    .string({ error: ({ input }) => (input === undefined ? `is missing: ${idAllowed}` : idAllowed) })
    .trim()
    .min(1, `is empty: ${idAllowed}`),
  /** There, and not `false`: whoever asks wants the list asked anew. */
  latest: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((sent) => sent !== undefined && !(typeof sent === 'string' && sent.trim().toLowerCase() === 'false'))
    .register(wireForms, { type: 'string' }),
})

const idsAllowed = `must be an array of at most ${mostIds} ids of sources`

/** Body of `/api/s/entire`. Ids that mean nothing are passed over. */
export const entireRequest = z.object({
  sources: z
    .array(z.string({ error: idsAllowed }).max(longestId, `has an id that is too long: ${idsAllowed}`), {
      error: ({ input }) => (input === undefined ? `is missing: ${idsAllowed}` : idsAllowed),
    })
    .max(mostIds, idsAllowed)
    .transform((ids) => [...new Set(ids)]),
})

/** An entry of a list, as NewsNow has it. */
export const newsNowItem = item.omit({ rank: true, hot: true })
export type NewsNowItem = z.infer<typeof newsNowItem>

/**
 * A list. `success`: no older than its interval. `cache`: older, or the last good one of a source that fails; `updatedTime` is when the upstream
 * gave it, in epoch milliseconds.
 */
export const newsNowList = z.strictObject({
  status: z.enum(['success', 'cache']),
  id: z.string().min(1),
  updatedTime: z.int().positive(),
  items: z.array(newsNowItem).max(mostNewsNowItems),
})
export type NewsNowList = z.infer<typeof newsNowList>

/** Answer of `/api/s/entire`: what is kept of the lists, in the order in which they were asked for. */
export const entireResponse = z.array(newsNowList)

/** Answer of `/api/enable-login`: there is none as NewsNow has it, so that its page shows none. */
export const enableLoginResponse = z.strictObject({ enable: z.literal(false) })

/** The body of an error on these paths: ours, which has what NewsNow's clients read of one, and `statusMessage` besides. */
export const newsNowError = z.strictObject({ ...errorResponse.shape, statusMessage: z.string().min(1) })
export type NewsNowError = z.infer<typeof newsNowError>

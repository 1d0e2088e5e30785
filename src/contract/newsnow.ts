// The wire of the NewsNow-compatible endpoints: schemas of requests and answers.
import { z } from 'zod'
import { wireForms } from './fields.ts'
import { hotListRequest, item } from './hotlist.ts'
import { errorResponse } from './hotlist-error.ts'

const maxIds = 200
const maxIdLength = 60
/** The number of items that NewsNow shows. */
export const maxNewsNowItems = 30

export const newsNowRequest = z.object({
  id: hotListRequest.shape.id.describe('The id of a list, or of a site for its first list.'),
  latest: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((sent) => sent !== undefined && !(typeof sent === 'string' && sent.trim().toLowerCase() === 'false'))
    .register(wireForms, { type: 'string' })
    .describe('Any value but `false` forces a new request to the site.'),
})

const idsAllowed = `must be an array of at most ${maxIds} ids of sources`

export const entireRequest = z
  .object({
    sources: z
      .array(z.string({ error: idsAllowed }).max(maxIdLength, `has an id that is too long: ${idsAllowed}`), {
        error: ({ input }) => (input === undefined ? `is missing: ${idsAllowed}` : idsAllowed),
      })
      .max(maxIds, idsAllowed)
      .transform((ids) => [...new Set(ids)])
      .describe('Ids of lists or sites, at most 200. Unknown ids are ignored.'),
  })
  .register(z.globalRegistry, { id: 'EntireRequest', description: 'The requested lists.' })

const newsNowItem = item
  .omit({ rank: true, hot: true })
  .register(z.globalRegistry, { id: 'NewsNowItem', description: 'An item in the shape of NewsNow.' })
export type NewsNowItem = z.infer<typeof newsNowItem>

/**
 * A list. `success`: not older than its interval. `cache`: older, or its source has failed since. `updatedTime` is when the upstream
 * returned it, in epoch milliseconds.
 */
export const newsNowList = z
  .strictObject({
    status: z
      .enum(['success', 'cache'])
      .describe('`success`: no older than its interval. `cache`: older, or the last good one of a site that fails.'),
    id: z.string().min(1).describe('The id as requested.'),
    updatedTime: z.int().positive().describe('When the site returned the list, in epoch milliseconds.'),
    items: z.array(newsNowItem).max(maxNewsNowItems).describe('The first 30 items.'),
  })
  .register(z.globalRegistry, { id: 'NewsNowList', description: 'A list in the shape of NewsNow.' })
export type NewsNowList = z.infer<typeof newsNowList>

/** The answer of `/api/s/entire`: the cached lists, in request order. */
export const entireResponse = z
  .array(newsNowList)
  .register(z.globalRegistry, { id: 'NewsNowLists', description: 'The cached lists, in request order.' })

/** The answer of `/api/enable-login`: always disabled, so that NewsNow's page shows no login. */
export const enableLoginResponse = z.strictObject({ enable: z.literal(false) }).register(z.globalRegistry, {
  id: 'NewsNowLogin',
  description: 'Whether login in the way of NewsNow is enabled: never.',
})

/** The body of an error on these paths: the hot-list error body plus `statusMessage`, which NewsNow clients read. */
export const newsNowError = z
  .strictObject({ ...errorResponse.shape, statusMessage: z.string().min(1).describe('The HTTP status text.') })
  .register(z.globalRegistry, { id: 'NewsNowError', description: 'An error on a NewsNow-compatible path.' })
export type NewsNowError = z.infer<typeof newsNowError>

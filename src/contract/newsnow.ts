// The wire of the NewsNow-compatible endpoints: schemas of requests and answers.
import { z } from 'zod'
import { wireForms } from './fields.ts'
import { hotListRequest, item } from './hotlist.ts'
import { errorResponse } from './hotlist-error.ts'
import { fields, named, record, text } from './schemas.ts'

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

export const entireRequest = fields('EntireRequest', 'The requested lists.', {
  sources: z
    .array(z.string({ error: idsAllowed }).max(maxIdLength, `has an id that is too long: ${idsAllowed}`), {
      error: ({ input }) => (input === undefined ? `is missing: ${idsAllowed}` : idsAllowed),
    })
    .max(maxIds, idsAllowed)
    .transform((ids) => [...new Set(ids)])
    .describe('Ids of lists or sites, at most 200. Unknown ids are ignored.'),
})

const newsNowItem = named('NewsNowItem', 'An item in the shape of NewsNow.', item.omit({ rank: true, hot: true }))
export type NewsNowItem = z.infer<typeof newsNowItem>

export const newsNowList = record('NewsNowList', 'A list in the shape of NewsNow.', {
  status: z
    .enum(['success', 'cache'])
    .describe('`success`: no older than its interval. `cache`: older, or the last good one of a site that fails.'),
  id: text.describe('The id as requested.'),
  updatedTime: z.int().positive().describe('When the site returned the list, in epoch milliseconds.'),
  items: z.array(newsNowItem).max(maxNewsNowItems).describe('The first 30 items.'),
})
export type NewsNowList = z.infer<typeof newsNowList>

export const entireResponse = named('NewsNowLists', 'The cached lists, in request order.', z.array(newsNowList))

/** The answer of `/api/enable-login`: always disabled, so that NewsNow's page shows no login. */
export const enableLoginResponse = record('NewsNowLogin', 'Whether login in the way of NewsNow is enabled: never.', {
  enable: z.literal(false),
})

/** The body of an error on these paths: the hot-list error body plus `statusMessage`, which NewsNow clients read. */
export const newsNowError = record('NewsNowError', 'An error on a NewsNow-compatible path.', {
  ...errorResponse.shape,
  statusMessage: text.describe('The HTTP status text.'),
})
export type NewsNowError = z.infer<typeof newsNowError>

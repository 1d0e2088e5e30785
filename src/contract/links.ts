// The wire of a link of a search: what is known about one share.
import { z } from 'zod'
import { cloudTypes } from './cloud-types.ts'
import { count, record, text } from './schemas.ts'
import { workAttributes } from './work-attributes.ts'

export const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/)
export const cloudType = z.enum(cloudTypes)

export const linkHealth = record('LinkHealth', 'The result of a link check.', {
  state: z
    .enum(['ok', 'bad', 'locked'])
    .describe('Available (`ok`), gone (`bad`), or available with a missing or wrong access code (`locked`).'),
  checkedAt: count.describe('When it was checked, in epoch milliseconds.'),
  expiresAt: count.describe('When the result expires, in epoch milliseconds.'),
})

export const linkItem = record('LinkItem', 'A share. Links to the same share from several sources are merged.', {
  url: text.describe('Its address, including the access code if the cloud supports that.'),
  password: z.string().describe('The access code; empty if there is none.'),
  note: z.string().describe('Its title.'),
  datetime: time.describe('When it was posted; `0001-01-01T00:00:00Z` if unknown.'),
  source: z
    .string()
    .regex(/^(?:tg|plugin):./)
    .describe('The source of the oldest post with it: `tg:` and a channel, or `plugin:` and a plugin.'),
  images: z.array(z.string()).describe('Image addresses. With `ext.details`, a stream sends them in `changed`.'),
  // The following fields are set with `ext.details` only.
  key: text.optional().describe('Identifies the share, whatever the spelling of its address.'),
  sources: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('All sources that have it: `source`, then the others by name.'),
  relevance: z
    .enum(['title', 'text'])
    .optional()
    .describe('Where the keyword was found: in the title, or only in the surrounding text.'),
  health: linkHealth.optional().describe('The result of its last check; absent if it was never checked.'),
  work: text.optional().describe('The key of its work.'),
  attributes: workAttributes.optional().describe('What its title says about the file.'),
})
export type LinkItem = z.infer<typeof linkItem>

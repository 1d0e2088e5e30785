// The wire of a link of a search: what is known about one share.
import { z } from 'zod'
import { cloudTypes } from './cloud-types.ts'
import { workAttributes } from './work-attributes.ts'

export const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/)
const count = z.int().nonnegative()
export const cloudType = z.enum(cloudTypes)

const millis = z.int().nonnegative()

/** The result of the last check of a share. Times are in epoch milliseconds; after `expiresAt` the share should be checked again. */
export const linkHealth = z.strictObject({
  state: z.enum(['ok', 'bad', 'locked']),
  checkedAt: millis,
  expiresAt: millis,
})

export const linkItem = z.strictObject({
  url: z.string().min(1),
  password: z.string(),
  note: z.string(),
  datetime: time,
  source: z.string().regex(/^(?:tg|plugin):./),
  images: z.array(z.string()),
  // The following fields are set with `ext.details` only.
  /** Identifies the share, whatever the spelling of its address. */
  key: z.string().min(1).optional(),
  /** All sources that have it: `source`, then the others by name. */
  sources: z.array(z.string()).min(1).optional(),
  /** Where the keyword was found: in the title, or only in the surrounding text. */
  relevance: z.enum(['title', 'text']).optional(),
  /** Absent if unknown. */
  health: linkHealth.optional(),
  /** The key of its work. */
  work: z.string().min(1).optional(),
  /** What its title says about the file. */
  attributes: workAttributes.optional(),
  /** In a stream only: its number, by which `changed` names it. */
  id: count.optional(),
})
/** A link of `merged_by_type`. `note` is its title, `source` the source of the oldest post with it. */
export type LinkItem = z.infer<typeof linkItem>

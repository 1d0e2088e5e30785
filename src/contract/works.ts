// The wire of works: what people look for, with all links to it.
import { z } from 'zod'
import { cloudType, linkHealth, linkItem, time } from './links.ts'
import { envelope } from './monitoring.ts'
import { unitedAttributes, workAttributes } from './work-attributes.ts'

const count = z.int().nonnegative()

export const workKind = z.enum([
  'movie',
  'series',
  'show',
  'animation',
  'documentary',
  'book',
  'comic',
  'audiobook',
  'course',
  'software',
  'game',
  'music',
  'other',
])
export type WorkKind = z.infer<typeof workKind>

export const workLink = z.strictObject({
  type: cloudType,
  ...linkItem.pick({ url: true, password: true, note: true, datetime: true, images: true, id: true }).shape,
  key: z.string().min(1),
  sources: z.array(z.string()).min(1),
  /** Null if unknown. */
  health: linkHealth.nullable(),
  attributes: workAttributes,
})
/** A link of a work. */
export type WorkLink = z.infer<typeof workLink>

export const work = z.strictObject({
  /** Stable over searches. */
  key: z.string().min(1),
  title: z.string(),
  /** The title in another script. */
  original_title: z.string().nullable(),
  year: count.nullable(),
  kind: workKind,
  /** In ascending order. */
  seasons: z.array(count),
  attributes: unitedAttributes,
  images: z.array(z.string()),
  /** When its newest link was posted. */
  datetime: time,
  /** The number of sources. */
  sources: count,
  /** Where the keyword was found: in a title, or only in the text of posts. */
  relevance: z.enum(['title', 'text']),
  /** With `text`: the words around the keyword. */
  excerpt: z.string().nullable(),
  /** Best first. */
  links: z.array(workLink).min(1),
})
/** A work with its links. */
export type Work = z.infer<typeof work>

/** The answer of `/api/v1/works/[key]`. */
export const workResponse = z.strictObject({ ...envelope, work })
export type WorkResponse = z.infer<typeof workResponse>

/** A work of a stream: whole at first, later its key and what has changed; `links` then has those that come in addition. */
export const workChange = work.partial().extend({
  key: work.shape.key,
  /** The `id` of all its links, best first. */
  order: z.array(count).min(1).optional(),
  /** In place of `order`: `[id, position]` of the links that are new or have moved, in ascending order of their positions. */
  positions: z
    .array(z.tuple([count, count]))
    .min(1)
    .optional(),
})
export type WorkChange = z.infer<typeof workChange>

// The wire of attributes: what titles say about files.
import { z } from 'zod'

const count = z.int().nonnegative()
const texts = z.array(z.string().min(1))
const text = z.string().min(1)

/** The attributes of a link. What its title does not say is null or empty. */
export const workAttributes = z.strictObject({
  /** A list of several seasons; `all` for 全季. */
  season: z.union([count, z.array(count), z.literal('all')]).nullable(),
  episodes: z
    .strictObject({
      from: count.nullable(),
      to: count.nullable(),
      total: count.nullable(),
      complete: z.boolean(),
    })
    .nullable(),
  /** Resolution and dynamic range: `4K`, `1080P`, `HDR`. */
  quality: texts,
  /** Where the file was made from: `WEB-DL`, `REMUX`. */
  source: text.nullable(),
  codec: texts,
  audio: texts,
  languages: texts,
  subtitles: texts,
  /** Bytes. */
  size: z.number().nonnegative().nullable(),
  /** Lower case. */
  format: text.nullable(),
  edition: text.nullable(),
  platform: text.nullable(),
})
export type WorkAttributes = z.infer<typeof workAttributes>

function oneOrMore<Value extends z.ZodType>(value: Value) {
  return z.union([value, z.array(value).min(2)]).nullable()
}

/** The union of the attributes of several links: a field of one value has a list where links differ. */
export const unitedAttributes = z.strictObject({
  ...workAttributes.shape,
  source: oneOrMore(text),
  size: oneOrMore(z.number().nonnegative()),
  format: oneOrMore(text),
  edition: oneOrMore(text),
  platform: oneOrMore(text),
})
export type UnitedAttributes = z.infer<typeof unitedAttributes>

// The wire of attributes: what titles say about files.
import { z } from 'zod'
import { count, record, text } from './schemas.ts'

const texts = z.array(text)
export const workAttributes = record(
  'WorkAttributes',
  'What a title says about a file. What it does not say is null or empty.',
  {
    season: z
      .union([count, z.array(count), z.literal('all')])
      .nullable()
      .describe('The season; a list if there are several, `all` for all seasons.'),
    episodes: z
      .strictObject({
        from: count.nullable(),
        to: count.nullable(),
        total: count.nullable(),
        complete: z.boolean(),
      })
      .nullable()
      .describe('Episodes `from` and `to`; `total` if only their number is known; `complete` if all are there.'),
    quality: texts.describe('Resolution and dynamic range, such as `4K` and `HDR`.'),
    source: text.nullable().describe('What the file was made from, such as `WEB-DL` or `REMUX`.'),
    codec: texts,
    audio: texts,
    languages: texts,
    subtitles: texts,
    size: z.number().nonnegative().nullable().describe('Bytes.'),
    format: text.nullable().describe('The file format, in lower case.'),
    edition: text.nullable().describe('The edition, such as `导演剪辑版`.'),
    platform: text.nullable().describe('The platform it is for or from.'),
  },
)
export type WorkAttributes = z.infer<typeof workAttributes>

function oneOrMore<Value extends z.ZodType>(value: Value) {
  return z.union([value, z.array(value).min(2)]).nullable()
}

export const unitedAttributes = record(
  'UnitedAttributes',
  'The attributes of several links. A field of one value has a list where links differ.',
  {
    ...workAttributes.shape,
    episodes: workAttributes.shape.episodes.describe(
      'The first and the last episode of all links, the largest `total`, and whether one link is complete.',
    ),
    source: oneOrMore(text).describe('What the file was made from, such as `WEB-DL` or `REMUX`.'),
    size: oneOrMore(z.number().nonnegative()).describe('Bytes.'),
    format: oneOrMore(text).describe('The file format, in lower case.'),
    edition: oneOrMore(text).describe('The edition, such as `导演剪辑版`.'),
    platform: oneOrMore(text).describe('The platform it is for or from.'),
  },
)
export type UnitedAttributes = z.infer<typeof unitedAttributes>

// The wire of works: what people look for, with all links to it.
import { z } from 'zod'
import { cloudType, linkHealth, linkItem, time } from './links.ts'
import { envelope } from './monitoring.ts'
import { count, named, record, text } from './schemas.ts'
import { unitedAttributes, workAttributes } from './work-attributes.ts'

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

export const workLink = record('WorkLink', 'A link of a work.', {
  type: cloudType,
  ...linkItem.pick({ url: true, password: true, note: true, datetime: true, images: true }).shape,
  key: text.describe('Identifies the share, whatever the spelling of its address.'),
  sources: z
    .array(z.string())
    .min(1)
    .describe('All sources that have it: that of the oldest post, then the others by name.'),
  health: linkHealth.nullable().describe('The result of its last check; null if it was never checked.'),
  attributes: workAttributes.describe('What its title says about the file.'),
})
export type WorkLink = z.infer<typeof workLink>

export const work = record(
  'Work',
  'What people look for: one title, kind and year, with all links to it. Seasons of a series are one work.',
  {
    key: text.describe(
      'Identifies the work. It stays the same from search to search while the titles that are found do.',
    ),
    title: z.string().describe('Its most frequent title.'),
    original_title: z.string().nullable().describe('Its title in another script.'),
    year: count.nullable(),
    kind: workKind,
    seasons: z.array(count).describe('All seasons that links are of, in ascending order.'),
    attributes: unitedAttributes.describe('The attributes of all its links.'),
    images: z.array(z.string()).describe('The image of its best link that has one in a post about this work alone.'),
    datetime: time.describe('When its newest link was posted.'),
    sources: count.describe('The number of sources that have links to it.'),
    relevance: z
      .enum(['title', 'text'])
      .describe('Where the keyword was found: in a title, or only in the text of posts.'),
    excerpt: z.string().nullable().describe('If the keyword is only in a text: the words around it.'),
    links: z
      .array(workLink)
      .min(1)
      .describe(
        'Its links: available before unchecked before gone, in the order of `cloud_types`, complete before partial, higher quality, more sources, newer.',
      ),
  },
)
export type Work = z.infer<typeof work>

export const workResponse = record('WorkResponse', 'A work of the archive.', { ...envelope, work })
export type WorkResponse = z.infer<typeof workResponse>

export const streamWork = named(
  'StreamWork',
  'A work of a stream, with its links so far.',
  work.extend({
    links: z
      .array(
        named(
          'StreamWorkLink',
          'A link of a work of a stream.',
          workLink.extend({
            archive: z
              .literal(true)
              .optional()
              .describe('Set for a link from the archive that no source has returned in this search so far.'),
          }),
        ),
      )
      .min(1)
      .describe('Its links so far, in the order of an answer.'),
  }),
)
export type StreamWork = z.infer<typeof streamWork>

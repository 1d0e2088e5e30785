// The wire of `/api/v1/suggest`, which suggests titles of works.
import { z } from 'zod'
import { integer, line } from './fields.ts'
import { envelope } from './monitoring.ts'
import { record } from './schemas.ts'

const formats = ['json', 'opensearch'] as const

/** Parameters of `/api/v1/suggest`: part of a title, or its pinyin. */
export const suggestRequest = z.object({
  q: line(1, 100).describe('Part of a title, or its pinyin.'),
  limit: integer(1, 20).default(10).describe('How many titles at most.'),
  format: z
    .enum(formats, { error: `must be one of ${formats.join(', ')}` })
    .default('json')
    .describe('`opensearch` answers in the format that browsers ask for.'),
})
export type SuggestRequest = z.output<typeof suggestRequest>

export const suggestion = record(
  'Suggestion',
  'The title of a work that is known from the archive or from a hot list.',
  {
    title: z.string().min(1),
    from: z.enum(['archive', 'list']).describe('Where it is known from.'),
    match: z
      .enum(['title', 'pinyin', 'near'])
      .describe('How the title has `q`: in its text, in its pinyin, or not at all, but it is similar.'),
  },
)
export type Suggestion = z.infer<typeof suggestion>

export const suggestAnswer = record(
  'SuggestAnswer',
  'Titles of works, best first. Titles that are only similar are suggested if there are no others.',
  { ...envelope, suggestions: z.array(suggestion) },
)
export type SuggestAnswer = z.infer<typeof suggestAnswer>

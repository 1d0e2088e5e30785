// The wire of `/api/v1/suggest`, which suggests titles of works.
import { z } from 'zod'
import { integer, line } from './fields.ts'
import { envelope } from './monitoring.ts'

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

export const suggestion = z
  .strictObject({
    title: z.string().min(1),
    from: z.enum(['archive', 'list']).describe('Where it is known from.'),
    match: z
      .enum(['title', 'pinyin', 'near'])
      .describe('How the title has `q`: in its text, in its pinyin, or not at all, but it is similar.'),
  })
  .register(z.globalRegistry, {
    id: 'Suggestion',
    description: 'The title of a work that is known from the archive or from a hot list.',
  })
export type Suggestion = z.infer<typeof suggestion>

/** The answer, best first. Titles that are only similar are suggested if there are no others. */
export const suggestAnswer = z
  .strictObject({ ...envelope, suggestions: z.array(suggestion) })
  .register(z.globalRegistry, {
    id: 'SuggestAnswer',
    description: 'Titles of works, best first. Titles that are only similar are suggested if there are no others.',
  })
export type SuggestAnswer = z.infer<typeof suggestAnswer>

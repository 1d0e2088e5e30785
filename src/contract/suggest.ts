// The wire of `/api/v1/suggest`, which suggests titles of works.
import { z } from 'zod'
import { integer, line } from './fields.ts'
import { envelope } from './monitoring.ts'

const formats = ['json', 'opensearch'] as const

/** Parameters of `/api/v1/suggest`: part of a title, or its pinyin. */
export const suggestRequest = z.object({
  q: line(1, 100),
  limit: integer(1, 20).default(10),
  /** `opensearch`: the format that browsers ask for. */
  format: z.enum(formats, { error: `must be one of ${formats.join(', ')}` }).default('json'),
})
export type SuggestRequest = z.output<typeof suggestRequest>

export const suggestion = z.strictObject({
  title: z.string().min(1),
  from: z.enum(['archive', 'list']),
  /** How the title has `q`: in its text, in its pinyin, or not at all, but it is similar. */
  match: z.enum(['title', 'pinyin', 'near']),
})
export type Suggestion = z.infer<typeof suggestion>

/** The answer, best first. Titles that are only similar are suggested if there are no others. */
export const suggestAnswer = z.strictObject({ ...envelope, suggestions: z.array(suggestion) })
export type SuggestAnswer = z.infer<typeof suggestAnswer>

// The attributes of a title as pieces of the title, under the names of the marked data.
import type { MarkName } from './mark.ts'
import type { RecognisedTitle } from './recognise.ts'

const lists = ['quality', 'source', 'codec', 'hdr', 'audio', 'language', 'format'] as const
type Verbatim = Record<string, string | number | readonly (string | number)[] | null>

/** For scoring: lists of pieces, `null` for what the title does not say. */
export function verbatimAttributes({ text, marks, year, seasons }: RecognisedTitle): Verbatim {
  const pieces = (name: MarkName) => marks.filter((mark) => mark.name === name).map(({ start, end }) => text.slice(start, end))
  const season = marks.find(({ name }) => name === 'season')
  const attributes: Verbatim = {
    year: year ?? null,
    season: season === undefined ? null : seasonOf(seasons),
    episodes: pieces('episodes')[0] ?? null,
    size: pieces('size')[0] ?? null,
    edition: pieces('edition')[0] ?? null,
  }
  for (const name of lists) attributes[name] = pieces(name).map((piece) => (name === 'format' ? piece.toLowerCase() : piece))
  return attributes
}

function seasonOf(seasons: readonly number[]): number | string | readonly number[] {
  const [first] = seasons
  if (first === undefined) return '全季'
  return seasons.length === 1 ? first : seasons
}

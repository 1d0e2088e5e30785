// The attributes of a title as pieces of the title, under the names of the marked data.
import type { MarkName } from './mark.ts'
import type { RecognisedTitle } from './recognise.ts'

/** Of music these are formats of files. */
const lossless = /^(?:flac|dsd|dsf)$/i

const lists = ['quality', 'source', 'codec', 'hdr', 'audio', 'language', 'format'] as const
type Verbatim = Record<string, string | number | readonly (string | number)[] | null>

/** For scoring: lists of pieces, `null` for what the title does not say. */
export function verbatimAttributes({ text, marks, year, seasons, class: kind, chinese, latin }: RecognisedTitle): Verbatim {
  const pieces = (name: MarkName) => marks.filter((mark) => mark.name === name).map(({ start, end }) => text.slice(start, end))
  const season = marks.find(({ name }) => name === 'season')
  // 庆余年2 全集 is the second season.
  const numberedSeason = kind === 'series' ? ((chinese ?? latin)?.number ?? null) : null
  const attributes: Verbatim = {
    year: year ?? null,
    season: season === undefined ? numberedSeason : seasonOf(seasons),
    episodes: pieces('episodes')[0] ?? null,
    size: pieces('size')[0] ?? null,
    edition: pieces('edition')[0] ?? null,
  }
  for (const name of lists) attributes[name] = pieces(name).map((piece) => (name === 'format' ? piece.toLowerCase() : piece))
  if (kind === 'music') {
    const files = pieces('audio').filter((piece) => lossless.test(piece))
    attributes['format'] = [...pieces('format'), ...files].map((piece) => piece.toLowerCase())
    attributes['audio'] = pieces('audio').filter((piece) => !lossless.test(piece))
    attributes['codec'] = []
  }
  return attributes
}

function seasonOf(seasons: readonly number[]): number | string | readonly number[] {
  const [first] = seasons
  if (first === undefined) return '全季'
  return seasons.length === 1 ? first : seasons
}

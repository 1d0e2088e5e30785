// The attributes of a title as pieces of the title, under the names of the marked titles in fixtures/works.
import { editionOf, seasonsOf, statedSize } from '../../src/search/works/attributes.ts'
import type { MarkName } from '../../src/search/works/mark.ts'
import type { RecognisedTitle } from '../../src/search/works/recognise.ts'

const lists = ['quality', 'source', 'codec', 'hdr', 'audio', 'language', 'format'] as const

/** Of music these are formats of files, and what follows is no sound track of a film. */
const lossless = /^(?:flac|dsd|dsf|ape|wav)$/i
const depth = /无损|母带|hi-?res|khz|320k|sacd|解析/i

type Verbatim = Record<string, string | number | readonly (string | number)[] | null>

/** For scoring: lists of pieces, `null` for what the title does not say. `post` is the rest of the post, `work` the key of the work. */
export function verbatimAttributes(title: RecognisedTitle, post = '', work = ''): Verbatim {
  const { text, marks, year } = title
  const pieces = (name: MarkName) =>
    marks.filter((mark) => mark.name === name).map(({ start, end }) => text.slice(start, end))
  const attributes: Verbatim = {
    year: year ?? null,
    season: seasonOf(title, work),
    episodes: pieces('episodes')[0] ?? null,
    size: pieces('size')[0] ?? statedSize(post) ?? null,
    edition: editionOf(title, work) ?? null,
  }
  for (const name of lists) attributes[name] = pieces(name)
  const audio = pieces('audio')
  const isMusic = title.class === 'music'
  const files = isMusic ? audio.filter((piece) => lossless.test(piece)) : []
  const sound = {
    audio: audio.filter((piece) => !files.includes(piece) && !depth.test(piece)),
    codec: isMusic ? [] : pieces('codec'),
  }
  return { ...attributes, ...sound, format: [...pieces('format'), ...files].map((piece) => piece.toLowerCase()) }
}

function seasonOf(title: RecognisedTitle, work: string): number | string | readonly number[] | null {
  const seasons = seasonsOf(title, work)
  const [first] = seasons
  if (first === undefined) return title.marks.some(({ name }) => name === 'season') ? '全季' : null
  return seasons.length === 1 ? first : seasons
}

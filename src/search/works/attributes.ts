// The attributes that a title says, for the answer: spellings of one thing are equal, sizes are bytes, episodes are numbers.

import { foldText } from '../../contract/fold-text.ts'
import type { WorkAttributes } from '../../contract/work-attributes.ts'
import canonical from './canonical.json' with { type: 'json' }
import { type MarkName, readNumeral } from './mark.ts'
import type { RecognisedTitle } from './recognise.ts'

const spellings: ReadonlyMap<string, string> = new Map(Object.entries(canonical))
const subtitle = /字|内[封嵌]|外挂|sub|^(?:chs|cht|gb|big5|vostfr|jpsc|jptc)/
const sizeField = /大小[:：]\s?(\d{1,4}(?:\.\d{1,3})?\s?[TGMK]i?B?)/i
const units = 'kmgt'

/** The attributes of a title. `text` is the rest of its post, whose `大小：` counts if the title has no size; `work` the key of its work. */
export function attributesOf(title: RecognisedTitle, text = '', work = ''): WorkAttributes {
  const marks = Map.groupBy(title.marks, ({ name }) => name)
  const pieces = (name: MarkName) => marks.get(name)?.map(({ start, end }) => title.text.slice(start, end)) ?? []
  const values = (name: MarkName) => [...new Set(pieces(name).map(canonicalValue))]
  const [episodes] = pieces('episodes')
  const size = pieces('size')[0] ?? statedSize(text)
  return {
    season: seasonOf(title, work),
    episodes: episodes === undefined ? null : episodesOf(foldText(episodes)),
    quality: [...values('quality'), ...values('hdr')],
    source: values('source')[0] ?? null,
    codec: values('codec'),
    audio: values('audio'),
    languages: pieces('language').filter((piece) => !subtitle.test(foldText(piece))),
    subtitles: pieces('language').filter((piece) => subtitle.test(foldText(piece))),
    size: size === undefined ? null : bytesOf(size),
    format: values('format')[0]?.toLowerCase() ?? null,
    edition: editionOf(title, work) ?? null,
    platform: pieces('platform')[0] ?? null,
  }
}

/** The size that a post says in a field of its own. */
export function statedSize(post: string): string | undefined {
  return sizeField.exec(post)?.[1]
}

/** 2160p and 4K are the same; other values are as written. */
function canonicalValue(piece: string): string {
  return spellings.get(foldText(piece).replaceAll(/[\s.\-_]/g, '')) ?? piece
}

/**
 * The seasons that a title names. In a series the number behind the name and the parts are seasons, as the work of the title says, else the
 * title alone: 庆余年2, 秦时明月 第四部, 神探狄仁杰1-4部.
 */
export function seasonsOf(title: RecognisedTitle, work = ''): readonly number[] {
  if (title.seasons.length > 0 || !isSeries(title, work)) return title.seasons
  const number = (title.chinese ?? title.latin)?.number
  return number === undefined ? (title.marks.find(({ name }) => name === 'parts')?.numbers ?? []) : [number]
}

function isSeries(title: RecognisedTitle, work: string): boolean {
  return work === '' ? title.class === 'series' : work.startsWith('series:')
}

const publisher =
  /(?<![一-鿿])[一-鿿]{1,7}(?:出版(?:社|公司)|书局|书店|书社|书馆|(?<![国中英日繁简]文|[正盗老新繁简]|体)版)(?![一-鿿])/g
const arc = /^之.|[篇季]$/

/** The edition that a title states, else the subtitle by which a series names its season: 之长安, 第三季 乌野VS白鸟泽. */
export function editionOf(title: RecognisedTitle, work = ''): string | undefined {
  const { text, folded, marks, class: kind, chinese } = title
  const mark = marks.find(({ name }) => name === 'edition')
  if (mark !== undefined) return text.slice(mark.start, mark.end)
  if (kind === 'book' || kind === 'comic') return publisherOf(title)
  if (!isSeries(title, work)) return undefined
  const [subtitle = ''] = chinese?.rest ?? []
  const isSeason = arc.test(subtitle) || (subtitle !== '' && chinese?.number !== undefined)
  const start = isSeason ? folded.indexOf(subtitle) : -1
  return start < 0 ? title.seasonName : text.slice(start, start + subtitle.length)
}

/** The publisher by which editions of a book are told apart: 三联版, 人民文学出版社. */
function publisherOf({ text, folded, marks }: RecognisedTitle): string | undefined {
  for (const match of folded.matchAll(publisher)) {
    const end = match.index + match[0].length
    if (!marks.some((mark) => mark.start < end && mark.end > match.index)) return text.slice(match.index, end)
  }
  return undefined
}

function seasonOf(title: RecognisedTitle, work: string): WorkAttributes['season'] {
  const seasons = seasonsOf(title, work)
  const [first] = seasons
  if (first === undefined) return title.marks.some(({ name }) => name === 'season') ? 'all' : null
  return seasons.length === 1 ? first : [...seasons]
}

/** Reads the folded piece `全30集`, `更新至12集`, `e01-e08`, `第三回`. */
function episodesOf(piece: string): WorkAttributes['episodes'] {
  const texts = piece.match(/(?<!v)\d{1,4}|[一二三四五六七八九十百两]{1,7}/g) ?? []
  const [first = null, ...others] = texts.map((text) => readNumeral(text) ?? null)
  const to = others.at(-1) ?? null
  const complete = /全|完/.test(piece)
  if (/更|^连/.test(piece)) return { from: null, to: first, total: null, complete: false }
  // 30集 without 第 counts the episodes.
  const isCount = complete || /^\d{1,4}\s?[集话回期卷册章讲节课]|^共/.test(piece)
  return isCount && to === null
    ? { from: null, to: null, total: first, complete }
    : { from: first, to: to ?? first, total: null, complete }
}

/** The last episode that a title names: that up to which it goes, or all of those that it counts. */
export function lastEpisode(title: RecognisedTitle): number | undefined {
  const { episodes } = attributesOf(title)
  return episodes?.to ?? episodes?.total ?? undefined
}

function bytesOf(size: string): number {
  const folded = foldText(size)
  const unit = /[tgmk]/.exec(folded)?.[0] ?? 'm'
  return Math.round(Number.parseFloat(folded) * 1024 ** (units.indexOf(unit) + 1))
}

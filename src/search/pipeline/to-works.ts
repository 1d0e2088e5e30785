// Converts works and their links to the shapes of the contract.

import { foldText } from '../../contract/fold-text.ts'
import { findWord } from '../../contract/match-words.ts'
import type { UnitedAttributes, WorkAttributes } from '../../contract/work-attributes.ts'
import type { Work, WorkLink } from '../../contract/works.ts'
import { splitKeyword } from '../posts/keyword-match.ts'
import { describeWork } from '../works/describe-work.ts'
import type { MergedLink } from './merge.ts'
import { type Details, printedUrl, time } from './to-contract.ts'
import type { WorkIndex } from './work-index.ts'
import type { RankedWork, WorkOrderContext } from './work-order.ts'

const excerptBefore = 20
const excerptCharacters = 100

export interface WorkContext extends WorkOrderContext {
  readonly kw: string
  readonly index: WorkIndex
}

/** Describes a work by its links; `details` adds what `ext.details` adds to them. */
export function toWork(work: RankedWork, { kw, index }: WorkContext, details: Details): Work {
  const { key, links, relevance, sources, at } = work
  const { title, originalTitle, year, kind, seasons } = describeWork(key, links.map(index.titleOf))
  const [best] = links
  return {
    key,
    title,
    original_title: originalTitle,
    year,
    kind,
    seasons: [...seasons],
    attributes: uniteAttributes(links.map(index.attributesOf)),
    images: links.flatMap(({ poster }) => poster ?? []).slice(0, 1),
    datetime: time(at),
    sources: sources.size,
    relevance,
    excerpt: relevance === 'text' && best ? excerptOf(best.post.text, kw) : null,
    links: links.map((entry) => toWorkLink(entry, details)),
  }
}

function toWorkLink(entry: MergedLink, details: Details): WorkLink {
  const { attributes, health = null } = details(entry)
  return {
    type: entry.share.type,
    url: printedUrl(entry),
    password: entry.password,
    note: entry.title,
    datetime: time(entry.at),
    images: [...entry.images],
    key: entry.share.key,
    sources: [...entry.sources],
    health,
    attributes,
  }
}

function uniteAttributes(all: readonly WorkAttributes[]): UnitedAttributes {
  const [only, second] = all
  // Most works have one link.
  if (only && !second) {
    const season = Array.isArray(only.season) ? uniteSeasons(all) : only.season
    return { ...only, season, languages: unite(only.languages), subtitles: unite(only.subtitles) }
  }
  return {
    season: uniteSeasons(all),
    episodes: uniteEpisodes(all),
    quality: unite(all.flatMap(({ quality }) => quality)),
    source: oneOrMore(all.map(({ source }) => source)),
    codec: unite(all.flatMap(({ codec }) => codec)),
    audio: unite(all.flatMap(({ audio }) => audio)),
    languages: unite(all.flatMap(({ languages }) => languages)),
    subtitles: unite(all.flatMap(({ subtitles }) => subtitles)),
    size: oneOrMore(all.map(({ size }) => size)),
    format: oneOrMore(all.map(({ format }) => format)),
    edition: oneOrMore(all.map(({ edition }) => edition)),
    platform: oneOrMore(all.map(({ platform }) => platform)),
  }
}

function unite<Value>(values: readonly Value[]): Value[] {
  return values.length < 2 ? [...values] : [...new Set(values)]
}

function oneOrMore<Value>(values: readonly (Value | null)[]): Value | Value[] | null {
  const distinct = unite(values.filter((value) => value !== null))
  return distinct.length > 1 ? distinct : (distinct[0] ?? null)
}

function uniteSeasons(all: readonly WorkAttributes[]): UnitedAttributes['season'] {
  if (all.some(({ season }) => season === 'all')) return 'all'
  const seasons = new Set(all.flatMap(({ season }) => (season === null || season === 'all' ? [] : season)))
  const sorted = [...seasons].sort((a, b) => a - b)
  return sorted.length > 1 ? sorted : (sorted[0] ?? null)
}

function uniteEpisodes(all: readonly WorkAttributes[]): UnitedAttributes['episodes'] {
  const ranges = all.flatMap(({ episodes }) => episodes ?? [])
  if (ranges.length < 2) return ranges[0] ?? null
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  const froms = known(ranges.map(({ from }) => from))
  const tos = known(ranges.map(({ to }) => to))
  const totals = known(ranges.map(({ total }) => total))
  return {
    from: froms.length === 0 ? null : Math.min(...froms),
    to: tos.length === 0 ? null : Math.max(...tos),
    total: totals.length === 0 ? null : Math.max(...totals),
    complete: ranges.some(({ complete }) => complete),
  }
}

const addresses = /(?:https?:\/\/|magnet:\?|ed2k:\/\/)\S*/g

function isPunctuation(character: string): boolean {
  return /[^\p{L}\p{N}\s]/u.test(character)
}

/** The words around the first word of the keyword that the text has. */
function excerptOf(text: string, kw: string): string {
  const flat = text.replaceAll(addresses, ' ').replaceAll(/\s+/g, ' ').trim()
  const folded = foldText(flat)
  const place = { from: 0, isSeparator: isPunctuation }
  const found = splitKeyword(kw).flatMap(({ text: word }) => findWord(folded, word, place)?.[0] ?? [])
  const start = found.length === 0 ? 0 : Math.max(0, Math.min(...found) - excerptBefore)
  const end = start + excerptCharacters
  return `${start > 0 ? '…' : ''}${flat.slice(start, end).trim()}${end < flat.length ? '…' : ''}`
}

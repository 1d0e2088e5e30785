// Finds lists by name, title, id, site or pinyin, in full or by initials.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { fold } from '../components/folding.ts'

export type Findable = Pick<SourceRecord, 'id' | 'name' | 'title' | 'pinyin' | 'home'>

/** A Chinese character, or a run of Latin letters and digits. */
interface Token {
  readonly text: string
  /** Pinyin; for Latin text, the run itself. */
  readonly sound: string
}

const ideograph = /\p{Script=Han}/u
const tokenPattern = /\p{Script=Han}|[\p{L}\p{N}]+?(?=\p{Script=Han}|[^\p{L}\p{N}]|$)/gu
/** Splits typed text at spaces and between Chinese and Latin. */
const wordPattern = /\p{Script=Han}+|[^\p{Script=Han}\s]+/gu
const separator = /[^\p{L}\p{N}]/gu

/** Ranks by match position, best first. Steps are twice `initialsPenalty`. */
const matchRanks = {
  whole: 0,
  nameStart: 2,
  idStart: 4,
  nameInside: 6,
  titleStart: 8,
  titleInside: 10,
  elsewhere: 12,
} as const
const initialsPenalty = 1
const noMatch = Number.POSITIVE_INFINITY

/** Rank of a list for the typed text: 0 is best, undefined is no match. No fuzzy matching. */
export function matches(record: Findable, typed: string): number | undefined {
  const words = (folded(typed).match(wordPattern) ?? []).filter((word) => joined(word) !== '')
  if (words.length === 0) return undefined
  const fields = searchFieldsOf(record)
  const rank = Math.min(rankOf(fields, words.join('')), Math.max(...words.map((word) => rankOf(fields, word))))
  return rank === noMatch ? undefined : rank
}

/** Returns the matching lists, best first; equal ranks keep their order. */
export function findLists<Found extends Findable>(records: readonly Found[], typed: string): readonly Found[] {
  return records
    .map((record) => ({ record, rank: matches(record, typed) ?? noMatch }))
    .filter(({ rank }) => rank !== noMatch)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ record }) => record)
}

function folded(text: string): string {
  // Apostrophes separate pinyin syllables; ü is typed as v.
  return fold(text.replaceAll(/['’]/g, '').replaceAll(/ü/gi, 'v'))
}

function joined(text: string): string {
  return text.replaceAll(separator, '')
}

/** With a dot in place of each separator, so that the start of each part is found. */
function inParts(address: string): string {
  return folded(address).replaceAll(separator, '·')
}

type SearchFields = ReturnType<typeof searchFieldsOf>

function searchFieldsOf({ id, pinyin, home, ...record }: Findable) {
  // Some names contain the title.
  const [own = '', ...others] = `${record.name} · ${record.title ?? ''}`.split(' · ').map(folded)
  const written = `${own} ${others.join(' ')}`.match(tokenPattern) ?? []
  const sounds = pinyin === undefined ? [] : folded(pinyin).split(' ')
  // Pinyin of another number of tokens says nothing; Chinese is found by its characters then.
  const isAligned = sounds.length === written.length
  const tokens = written.map((text, at): Token => {
    return { text, sound: (isAligned && ideograph.test(text) && sounds[at]) || text }
  })
  const [name, title] = [joined(own), joined(others.join(' '))]
  return {
    tokens,
    /** Number of tokens in the name; the others belong to the title. */
    ofName: (own.match(tokenPattern) ?? []).length,
    /** Texts that identify this list alone. */
    wholes: [folded(id), name + title, tokens.map(({ sound }) => sound).join('')],
    initials: tokens.map(({ sound }) => sound.slice(0, 1)).join(''),
    name,
    title,
    addresses: [inParts(id), inParts(URL.canParse(home) ? new URL(home).hostname.replace(/^www\./, '') : '')],
  }
}

function rankOf(fields: SearchFields, typed: string): number {
  const plain = joined(typed)
  return plain === '' ? noMatch : Math.min(inText(fields, plain), inTokens(fields, plain), inAddress(fields, typed))
}

/** Matches the written text, at any position. */
function inText({ wholes, initials, name, title }: SearchFields, typed: string): number {
  if (wholes.includes(typed)) return matchRanks.whole
  // A single letter is in nearly every name; a single Chinese character is a token.
  const isLong = typed.length > 1
  if (isLong && typed === initials) return matchRanks.whole + initialsPenalty
  if (name.startsWith(typed)) return matchRanks.nameStart
  if (isLong && name.includes(typed)) return matchRanks.nameInside
  if (title.startsWith(typed)) return matchRanks.titleStart
  return isLong && title.includes(typed) ? matchRanks.titleInside : noMatch
}

/** Matches pinyin, from the start of any token. */
function inTokens({ tokens, ofName }: SearchFields, typed: string): number {
  const placeRank = (at: number) => {
    if (at === 0) return matchRanks.nameStart
    if (at < ofName) return matchRanks.nameInside
    return at === ofName ? matchRanks.titleStart : matchRanks.titleInside
  }
  return Math.min(...tokens.map((_, at) => placeRank(at) + readFrom(tokens, at, typed)), noMatch)
}

function inAddress({ addresses }: SearchFields, typed: string): number {
  const part = inParts(typed)
  if (addresses.some((address) => address.startsWith(part))) return matchRanks.idStart
  return addresses.some((address) => address.includes(`·${part}`)) ? matchRanks.elsewhere : noMatch
}

/**
 * Matches typed text against consecutive tokens: each in full or by its initial (zh, ch and sh are two letters long as well), the last one as
 * far as typed. Returns the least penalty: 0 if each token was typed in full.
 */
function readFrom(tokens: readonly Token[], from: number, typed: string): number {
  /** Penalty by the position in the typed text: each is passed on to the next token once. */
  let reached: ReadonlyMap<number, number> = new Map([[0, 0]])
  for (const token of tokens.slice(from)) {
    const ends = [...reached].map(([at, penalty]) => endPenalty(token, typed.slice(at), penalty))
    const least = Math.min(...ends)
    if (least !== noMatch || reached.size === 0) return least
    reached = advance(reached, token, typed)
  }
  return noMatch
}

/** The penalty if the rest of the typed text is the start of the token. A single letter may be an initial. */
function endPenalty({ text, sound }: Token, rest: string, penalty: number): number {
  if (!text.startsWith(rest) && !sound.startsWith(rest)) return noMatch
  return rest.length > 1 || rest === text || rest === sound ? penalty : initialsPenalty
}

function advance(reached: ReadonlyMap<number, number>, { text, sound }: Token, typed: string) {
  const further = new Map<number, number>()
  for (const [at, penalty] of reached)
    for (const step of [text, sound, sound.slice(0, 1), ...(sound.match(/^[zcs]h/) ?? [])]) {
      const cost = step === text || step === sound ? penalty : initialsPenalty
      const end = at + step.length
      if (typed.startsWith(step, at)) further.set(end, Math.min(further.get(end) ?? noMatch, cost))
    }
  return further
}

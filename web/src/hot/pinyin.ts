// Finds lists by name, title, id, site or pinyin, in full or by initials.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { fold } from '../components/folding.ts'

/** Fields that are searched. */
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

/** Rank of a list for the typed text: 0 is best, undefined is no match. No fuzzy matching. */
export function matches(record: Findable, typed: string): number | undefined {
  const words = (folded(typed).match(wordPattern) ?? []).filter((word) => joined(word) !== '')
  const joinedWords = words.join('')
  if (joined(joinedWords) === '') return undefined
  const parts = searchFieldsOf(record)
  return best([rankOf(parts, joinedWords), worst(words.map((word) => rankOf(parts, word)))])
}

/** Returns the matching lists, best first; equal ranks keep their order. */
export function findLists<Found extends Findable>(records: readonly Found[], typed: string): readonly Found[] {
  return records
    .flatMap((record) => {
      const rank = matches(record, typed)
      return rank === undefined ? [] : [{ record, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ record }) => record)
}

function folded(text: string): string {
  // Apostrophes separate pinyin syllables; ü is typed as v.
  return fold(text.replaceAll(/['’]/g, '').replaceAll(/ü/gi, 'v'))
}

interface SearchFields {
  readonly tokens: readonly Token[]
  /** Number of tokens in the name; the others belong to the title. */
  readonly ofName: number
  /** Texts that identify this list alone. */
  readonly wholes: readonly string[]
  /** Initials of all tokens. */
  readonly initials: string
  readonly name: string
  readonly title: string
  readonly id: string
  readonly host: string
}

function searchFieldsOf({ id, pinyin, home, ...record }: Findable): SearchFields {
  // Some names contain the title.
  const [own = '', ...others] = `${record.name} · ${record.title ?? ''}`.split(' · ').map(folded)
  const rest = others.join(' ')
  const [name, title] = [joined(own), joined(rest)]
  const tokens = withSound(tokensOf(`${own} ${rest}`), pinyin)
  const ofName = tokensOf(own).length
  return {
    tokens,
    ofName,
    wholes: [folded(id), name + title, joinedSounds(tokens)],
    initials: joinedInitials(tokens),
    name,
    title,
    id: inParts(id),
    host: inParts(hostOf(home)),
  }
}

function tokensOf(text: string): string[] {
  return text.match(tokenPattern) ?? []
}

/** Assigns pinyin to tokens if the counts match; otherwise Chinese is found by its characters only. */
function withSound(written: readonly string[], pinyin: string | undefined): Token[] {
  const sounds = pinyin === undefined ? [] : folded(pinyin).split(' ')
  const isAligned = sounds.length === written.length
  return written.map((text, at) => ({ text, sound: (isAligned && ideograph.test(text) && sounds[at]) || text }))
}

function joinedSounds(tokens: readonly Token[]): string {
  return tokens.map(({ sound }) => sound).join('')
}

function joinedInitials(tokens: readonly Token[]): string {
  return tokens.map(({ sound }) => sound.slice(0, 1)).join('')
}

function hostOf(home: string): string {
  return URL.canParse(home) ? new URL(home).hostname.replace(/^www\./, '') : ''
}

function rankOf(parts: SearchFields, typed: string): number | undefined {
  const plain = joined(typed)
  return plain === ''
    ? undefined
    : best([inText(parts, plain), inTokens(parts, plain), inAddress(parts, inParts(typed))])
}

/** Matches the written text, at any position. */
function inText({ wholes, initials, name, title }: SearchFields, typed: string): number | undefined {
  if (wholes.includes(typed)) return matchRanks.whole
  if (typed.length > 1 && typed === initials) return matchRanks.whole + initialsPenalty
  if (name.startsWith(typed)) return matchRanks.nameStart
  // A single letter is in nearly every name; a single Chinese character is a token.
  if (typed.length > 1 && name.includes(typed)) return matchRanks.nameInside
  if (title.startsWith(typed)) return matchRanks.titleStart
  return typed.length > 1 && title.includes(typed) ? matchRanks.titleInside : undefined
}

function joined(text: string): string {
  return text.replaceAll(separator, '')
}

function inParts(address: string): string {
  return folded(address).replaceAll(separator, '·')
}

/** Matches pinyin, from the start of any token. */
function inTokens({ tokens, ofName }: SearchFields, typed: string): number | undefined {
  return best(
    tokens.map((_, at) => {
      const read = readFrom(tokens, at, typed)
      return read && tokenRank(at, ofName) + (read === 'full' ? 0 : initialsPenalty)
    }),
  )
}

function tokenRank(at: number, ofName: number): number {
  if (at === 0) return matchRanks.nameStart
  if (at < ofName) return matchRanks.nameInside
  return at === ofName ? matchRanks.titleStart : matchRanks.titleInside
}

function inAddress({ id, host }: SearchFields, typed: string): number | undefined {
  if (id.startsWith(typed) || host.startsWith(typed)) return matchRanks.idStart
  const isInside = `·${id}`.includes(`·${typed}`) || `·${host}`.includes(`·${typed}`)
  return isInside ? matchRanks.elsewhere : undefined
}

/** Possible end positions in the typed text, and whether everything before was typed in full. */
type ReadPositions = ReadonlyMap<number, boolean>

/** Matches typed text against consecutive tokens: each in full or by initial, the last one as far as typed. */
function readFrom(tokens: readonly Token[], at: number, typed: string): 'full' | 'short' | undefined {
  let positions: ReadPositions = new Map([[0, true]])
  for (let next = at; positions.size > 0; next += 1) {
    const token = tokens[next]
    if (!token) return undefined
    const ends = [...positions].filter(([end]) => begins(token, typed.slice(end)))
    if (ends.length > 0)
      return ends.some(([end, isFull]) => isFull && isFullMatch(token, typed.slice(end))) ? 'full' : 'short'
    positions = advance(positions, token, typed)
  }
  return undefined
}

function begins({ text, sound }: Token, rest: string): boolean {
  return text.startsWith(rest) || sound.startsWith(rest)
}

/** A single letter may be an initial. */
function isFullMatch({ text, sound }: Token, rest: string): boolean {
  return rest.length > 1 || rest === text || rest === sound
}

function advance(positions: ReadPositions, token: Token, typed: string): ReadPositions {
  const further = new Map<number, boolean>()
  for (const [end, isFull] of positions) {
    for (const step of [token.text, token.sound, ...initialsOf(token)]) {
      const isStepFull = isFull && (step === token.text || step === token.sound)
      if (typed.startsWith(step, end))
        further.set(end + step.length, isStepFull || further.get(end + step.length) === true)
    }
  }
  return further
}

/** The first letter; also zh, ch, sh. */
function initialsOf({ sound }: Token): string[] {
  return /^[zcs]h/.test(sound) ? [sound.slice(0, 2), sound.slice(0, 1)] : [sound.slice(0, 1)]
}

function best(ranks: readonly (number | undefined)[]): number | undefined {
  return ranks.reduce(
    (one, other) => (one === undefined || (other !== undefined && other < one) ? other : one),
    undefined,
  )
}

/** The worst rank; undefined if any rank is. */
function worst(ranks: readonly (number | undefined)[]): number | undefined {
  const known = ranks.filter((rank) => rank !== undefined)
  return known.length === ranks.length ? Math.max(...known) : undefined
}

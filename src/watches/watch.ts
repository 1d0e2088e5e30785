// A watch, what it matches, and what it finds.
import { createHash } from 'node:crypto'
import { foldWords } from '../contract/fold-text.ts'
import { createWordTest } from '../contract/match-words.ts'
import { parseWatchedWords } from '../contract/watched-words.ts'
import type { WatchEvent, WatchRequest } from '../contract/watches.ts'

export interface Watch extends WatchRequest {
  readonly name: string
  /** The declarer: `file`, `operator`, or the name of a principal such as `user me`. */
  readonly owner: string
  /** Everybody who may use the service may read it. */
  readonly isPublic: boolean
}

/** Owner of the watches in the operator's file. */
export const fileOwner = 'file'

/** The caller: `owner` is undefined for a caller who may not have watches. */
export interface WatchCaller {
  readonly owner: string | undefined
  /** Whether the watches of the file that are not public are shown too. */
  readonly seesFile: boolean
}

/** Whether a watch is the caller's, or the operator's file has it and the caller may read that. */
export function manages({ owner, seesFile }: WatchCaller, watch: Pick<Watch, 'owner'>): boolean {
  return watch.owner === owner || (watch.owner === fileOwner && seesFile)
}

/** Something that matches a watch: an item of a hot list, or a share. */
export interface WatchHit extends Pick<WatchEvent, 'in' | 'title' | 'url' | 'source'> {
  /** Identifies it; equal keys are reported once. */
  readonly key: string
  readonly sourceName?: string | undefined
  readonly cloud?: WatchEvent['cloud']
  readonly password?: string | undefined
  /** Whether it is older than the watch; undefined if only its source can tell. */
  readonly isOld?: boolean
}

const namePattern = /^[\p{L}\p{N}](?:[\p{L}\p{N}_ -]{0,58}[\p{L}\p{N}])?$/u
/** Names that are paths of the API. */
const reservedNames = new Set(['events'])

/** Why a watch cannot have this name. */
export function nameProblem(name: string): string | undefined {
  if (namePattern.test(name) && !reservedNames.has(name)) return undefined
  return 'must be 1 to 60 letters, digits, spaces, _ or -, begin and end with a letter or digit, and not be events'
}

/** Why a watch cannot notify these, of the notifiers that it may name. */
export function notifyProblem(notify: readonly string[], allowed: readonly string[]): string | undefined {
  if (notify.every((name) => allowed.includes(name))) return undefined
  return allowed.length === 0 ? 'there is no notifier to name; leave it out' : `must be some of ${allowed.join(', ')}`
}

/** A digest of what decides what a watch finds. */
export function scopeOf({ words, in: places, lists, columns, clouds, fromEpisode }: WatchRequest): string {
  const fields = [words, places, lists, columns, clouds]
  // The digest of a watch without it is that of earlier versions.
  return digest(JSON.stringify(fromEpisode === undefined ? fields : [...fields, fromEpisode]))
}

/** Names a watch among those of all owners. */
export function watchId({ owner, name }: Pick<Watch, 'owner' | 'name'>): string {
  return digest(JSON.stringify([owner, name]))
}

/** Names a watch with what it finds: another one after a change of its words. */
export function scopedId(watch: Watch): string {
  return `${watchId(watch)} ${scopeOf(watch)}`
}

/** Short enough to store thousands, long enough not to collide. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

/** Creates the test whether a folded text has the words of a watch and no muted one. */
export function createWatchMatcher(watch: Pick<Watch, 'words' | 'muted'>): (text: string) => boolean {
  const alternatives = (parseWatchedWords(watch.words) ?? []).map(({ required, excluded }) => ({
    required: required.map(wordTest),
    excluded: excluded.map(wordTest),
  }))
  const isMuted = createMutedTest(watch)
  return (folded) => {
    const isMatch = alternatives.some(
      ({ required, excluded }) => required.every((isIn) => isIn(folded)) && !excluded.some((isIn) => isIn(folded)),
    )
    return isMatch && !isMuted(folded)
  }
}

function wordTest(word: string) {
  return createWordTest(foldWords(word))
}

/** Creates the test whether a text has a muted word of a watch. */
export function createMutedTest({ muted }: Pick<Watch, 'muted'>): (text: string) => boolean {
  const words = muted.map(wordTest)
  return (text) => {
    const folded = words.length > 0 ? foldWords(text) : ''
    return words.some((isIn) => isIn(folded))
  }
}

/** The keywords to search for, one for each alternative. */
export function keywordsOf({ words }: Pick<Watch, 'words'>): string[] {
  return (parseWatchedWords(words) ?? []).map(({ required }) => required.join(' '))
}

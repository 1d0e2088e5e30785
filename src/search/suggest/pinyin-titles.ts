// Finds Chinese titles by pinyin: first letters (`lldq`) or syllables (`liulang`).
import { setImmediate as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { pinyinOf } from '../../parsing/pinyin.ts'
import type { KnownTitle } from './find-titles.ts'

/** A multiple of what is searched at once. */
const maxRemembered = 5_000
/** Titles between which other requests are answered. */
const titlesPerStep = 100

const readings = new LRUCache<string, readonly string[]>({ max: maxRemembered })

/** The titles whose pinyin has `letters` from the beginning of a syllable on; those that begin with it first. */
export async function titlesByPinyin(letters: string, titles: readonly KnownTitle[]): Promise<KnownTitle[]> {
  const found: { readonly known: KnownTitle; readonly at: number }[] = []
  for (const [index, known] of titles.entries()) {
    if (index % titlesPerStep === titlesPerStep - 1) await pause()
    const at = positionIn(syllablesOf(known), letters)
    if (at >= 0) found.push({ known, at })
  }
  return found.sort((a, b) => a.at - b.at || b.known.count - a.known.count).map(({ known }) => known)
}

function syllablesOf({ title, compact }: KnownTitle): readonly string[] {
  const remembered = readings.get(compact)
  if (remembered) return remembered
  const syllables = pinyinOf({ name: title })?.split(' ') ?? []
  readings.set(compact, syllables)
  return syllables
}

/** The syllable from which on the letters are the first ones of syllables, or whole syllables; -1 if there is none. */
function positionIn(syllables: readonly string[], letters: string): number {
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
  const at = initials.indexOf(letters)
  return at >= 0 ? at : syllables.findIndex((_first, start) => syllables.slice(start).join('').startsWith(letters))
}

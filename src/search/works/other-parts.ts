// Tells works of one family apart that are no video: editions of books, readers of audiobooks, versions of software.
import { createDisjointSets } from './disjoint-sets.ts'
import { joinPrefixes } from './film-parts.ts'
import type { GroupedTitle } from './grouped-title.ts'
import { readNumeral } from './numerals.ts'

/** 第3版, 2nd edition: people look for one of them. */
const editionNumber = /第([\d一二三四五六七八九十]{1,3})版|(\d)(?:st|nd|rd|th) edition/

/** The part of each title within its family and class. */
export function otherParts(titles: readonly GroupedTitle[]): Map<GroupedTitle, string> {
  const sets = createDisjointSets()
  const parts = new Map(titles.map((title) => [title, partOf(title)]))
  joinPrefixes([...parts.values()], sets)
  return new Map([...parts].map(([title, part]) => [title, sets.find(part)]))
}

function partOf({ title, name, class: kind }: GroupedTitle): string {
  const number = name.number === undefined || name.number === 1 ? '' : String(name.number)
  const subtitle = name.rest.join(' ')
  if (kind === 'book') {
    const [, chinese, latin] = editionNumber.exec(title.folded) ?? []
    return [number, name.hasSubtitle && !title.chinese ? '' : bookSubtitle(name.hasSubtitle, name.rest), readNumeral(chinese ?? latin ?? '') ?? ''].join('|')
  }
  if (kind === 'audiobook') return [number, title.reader ?? ''].join('|')
  if (kind === 'comic') return number
  if (kind === 'software') return String(title.year ?? number)
  if (kind === 'music' && /ost|原声/.test(title.folded)) return `ost|${number}`
  return [number, subtitle].filter((piece) => piece !== '').join(' ')
}

/** The word after a blank is the author, the one after a colon belongs to the title. */
function bookSubtitle(hasSubtitle: boolean, rest: readonly string[]): string {
  return hasSubtitle ? (rest[0] ?? '') : ''
}

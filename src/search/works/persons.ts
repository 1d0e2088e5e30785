// Names of persons in titles: actors, authors, singers, readers.
import { isIdeograph } from './mark.ts'
import table from './persons.json' with { type: 'json' }

/** Authors, musicians and schools that have no Chinese surname. */
const names = new Set([...table.persons, ...table.schools])
const surnames = new Set(table.surnames)
/** Two or three characters; 北塔篇 is none. */
const chineseName = /^.[一-鿿]?(?![篇版集季部卷传记])[一-鿿]$/

/** 沈腾 after a blank. */
export function isPerson({ text, gap }: { readonly text: string; readonly gap: string }): boolean {
  return isPersonName(text) && /^[^:：\-–]*[\s,、&—]$/.test(gap)
}

/** Whether a name is that of a person or school also where it stands for something else: 东野圭吾, 新东方. */
export function isWellKnown(text: string): boolean {
  return names.has(text)
}

/** Two or three characters, the first a surname; well-known others. */
export function isPersonName(text: string): boolean {
  return (
    isIdeograph(text.charCodeAt(0)) && ((surnames.has(text.charAt(0)) && chineseName.test(text)) || isWellKnown(text))
  )
}

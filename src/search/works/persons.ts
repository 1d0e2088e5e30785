// Names of persons in titles: actors, authors, singers, readers.
import surnameTable from './surnames.json' with { type: 'json' }
import type { TitleWord } from './title-words.ts'

const surnames = new Set(surnameTable.surnames)

/** 沈腾 after a blank: two or three characters, the first a surname. */
export function isPerson({ text, gap }: TitleWord): boolean {
  return isPersonName(text) && /^[^:：\-–]*[\s,、&—]$/.test(gap)
}

/** Two or three characters, the first a surname. */
export function isPersonName(text: string): boolean {
  return /^[一-鿿]{2,3}(?<![篇版集季部卷传记])$/.test(text) && surnames.has(text.charAt(0))
}

// Names of persons in titles: actors, authors, singers, readers.
import { isIdeograph } from './mark.ts'
import table from './persons.json' with { type: 'json' }

/** Authors, musicians and schools that have no Chinese surname. */
const names = new Set([...table.persons, ...table.schools])
const surname = 1
const nameStart = 2
/** By code: what names can begin with the character. Few words of titles are names. */
const starts = new Uint8Array(0x10000)
for (const character of table.surnames) starts[character.charCodeAt(0)] = surname
for (const name of names) starts[name.charCodeAt(0)] = (starts[name.charCodeAt(0)] ?? 0) | nameStart
const noEnds = '篇版集季部卷传记'

/** 沈腾 after a blank. */
export function isPerson({ text, gap }: { readonly text: string; readonly gap: string }): boolean {
  return isPersonName(text) && /^[^:：\-–]*[\s,、&—]$/.test(gap)
}

/** Whether a name is that of a person or school also where it stands for something else: 东野圭吾, 新东方. */
export function isWellKnown(text: string): boolean {
  return ((starts[text.charCodeAt(0)] ?? 0) & nameStart) > 0 && names.has(text)
}

/** Two or three characters, the first a surname; well-known others. */
export function isPersonName(text: string): boolean {
  const kinds = starts[text.charCodeAt(0)] ?? 0
  return kinds > 0 && (((kinds & surname) > 0 && isChineseName(text)) || isWellKnown(text))
}

function isChineseName(text: string): boolean {
  const { length } = text
  if (length !== 2 && length !== 3) return false
  for (let at = 1; at < length; at += 1) if (!isIdeograph(text.charCodeAt(at))) return false
  return !noEnds.includes(text.charAt(length - 1))
}

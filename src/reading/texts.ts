// Texts of foreign replies made fit for ours: one line, cut, each once, numbered.
import { createHash } from 'node:crypto'
import { cutText } from '../upstream/text-bounds.ts'
import { richText } from './rich-text.ts'

/** A title without the tags that mark hits in it, on one line; '' when there is none. */
export function titleText(html: string | null | undefined): string {
  return oneLine(richText(html ?? '').text)
}

/** A text with each of its blanks and breaks as one blank, and none around it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Words in their order, each once and none empty. */
export function distinct(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => word !== '')
}

/** The first item of each id, in their order. */
export function eachOnce<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  const seen = new Map<string, Item>()
  for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item)
  return [...seen.values()]
}

/** An id for what its upstream gives none: the same for the same link. */
export function hashOf(link: string): string {
  return createHash('sha256').update(link).digest('hex').slice(0, 16)
}

/** A number of bytes for people: `12.5 GB`, by 1024. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${units[step]}`
}

/** A text of at most `length` UTF-16 units, an ellipsis in place of what was cut. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${cutText(text, length)}…`
}

// What begins a word is no unit: `3 kinds`, `3百度`.
const amount = /(\d[\d,，]*(?:\.\d+)?)\s*((?:[千万萬亿億]|百(?=[万萬亿億]|$)|[wk](?![a-z]))*)/i
const scales: Readonly<Record<string, number>> = {
  万: 1e4,
  萬: 1e4,
  w: 1e4,
  亿: 1e8,
  億: 1e8,
  千: 1e3,
  k: 1e3,
  百: 100,
}

/** The first number of a text as people write it: `1,024`, `374.4万热度`, `1.2亿`, `12.3w`, `3千万`; a number is itself. Undefined when there is none. */
export function amountOf(text: string | number | null | undefined): number | undefined {
  if (typeof text === 'number') return Number.isFinite(text) ? text : undefined
  const match = amount.exec(text ?? '')
  if (!match) return undefined
  const [, digits = '', units = ''] = match
  const scale = [...units.toLowerCase()].reduce((product, unit) => product * (scales[unit] ?? 1), 1)
  // Sixteen digits are an id, not an amount.
  const number = Number(digits.replaceAll(/[,，]/g, '')) * scale
  return Number.isSafeInteger(Math.round(number)) ? Math.round(number * 100) / 100 : undefined
}

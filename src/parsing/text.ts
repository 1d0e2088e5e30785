// Text helpers for foreign replies: single lines, truncation, removal of duplicates, amounts.
import { hash } from 'node:crypto'
import { truncateText } from '../upstream/text-limits.ts'
import { richText } from './rich-text.ts'

/** A title without highlighting tags, on one line; '' if there is none. */
export function titleText(html: string | null | undefined): string {
  return oneLine(richText(html ?? '').text)
}

/** A text on one line: each run of white space becomes one space, and the ends are trimmed. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The distinct words in their order, without empty ones. */
export function distinct(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => word !== '')
}

/** The first item of each id, in their order. */
export function uniqueById<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  const seen = new Map<string, Item>()
  for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item)
  return [...seen.values()]
}

/** A stable id for an item without one, derived from its link. */
export function hashOf(link: string): string {
  return hash('sha256', link).slice(0, 16)
}

/** Formats a size for people: `12.5 GB`, in steps of 1024. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${units[step]}`
}

/** A text truncated to `length` UTF-16 units, with an ellipsis if it was cut. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${truncateText(text, length)}…`
}

// The first letter of a following word is no unit: `3 kinds`, `3百度`.
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

/**
 * Parses the first number of a text: `1,024`, `374.4万热度`, `1.2亿`, `12.3w`, `3千万`; a number is returned as it is.
 * Undefined if there is none.
 */
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

/** The bracketed headline and the rest; without brackets the whole text is the title. */
export function splitHeadline(flash: string): { readonly title: string; readonly rest?: string } {
  const [, title = '', rest = ''] = /^\s*【([^】]*)】(.*)$/s.exec(flash) ?? []
  if (title.trim() === '') return { title: flash }
  return rest.trim() === '' ? { title } : { title, rest: rest.trim() }
}

// Validation errors of an operator's file: a message for each, with its line and key.

import { distance } from 'fastest-levenshtein'
import aliases from './key-aliases.json' with { type: 'json' }
import { oneLine, truncate } from './text.ts'

/** A validation error. It contains no value of the file, which may be secret. */
export interface ValidationError {
  readonly line?: number
  /** Path of keys, outermost first. */
  readonly path: readonly PropertyKey[]
  readonly message: string
}

const maxErrors = 50

/** Formats the errors as unique lines in file order, each beginning with the file name. */
export function formatErrors(mistakes: readonly ValidationError[], file: string): string[] {
  const inOrder = mistakes.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
  const lines = inOrder.map(({ line, path, message }) => {
    const place = line === undefined ? file : `${file}:${line}`
    const keys = path.map((key) => truncate(oneLine(String(key)), 60)).join('.')
    return [place, keys, truncate(oneLine(message), 600)].filter((part) => part !== '').join(': ')
  })
  const different = [...new Set(lines)]
  const more = different.length - maxErrors
  return more > 0 ? [...different.slice(0, maxErrors), `${file}: and ${more} more`] : different
}

/** Lists the allowed keys, preceded by the closest match. */
export function didYouMean(key: string, allowed: readonly string[]): string {
  const near = closestKey(key, allowed)
  const all = `allowed are ${allowed.join(', ')}`
  return near === undefined ? all : `did you mean ${near}? ${all}`
}

const keyAliases = new Map(Object.entries(aliases))

export function closestKey(key: string, allowed: readonly string[]): string | undefined {
  const word = key.toLowerCase().slice(0, 30)
  const other = keyAliases.get(word)
  if (other !== undefined && allowed.includes(other)) return other
  const [best] = allowed
    .map((one) => ({ one, edits: distance(word, one.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  return best && best.edits <= Math.min(2, Math.floor(best.one.length / 2)) ? best.one : undefined
}

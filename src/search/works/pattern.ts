// The form of a mark with numbers, and what the patterns for digits, letters and Chinese characters share.
import { type KindWord, type MarkName, numbered } from './mark.ts'
import { readNumeral } from './numerals.ts'

/** A sticky expression; its groups `from` and `to` are numerals, `skip` is a piece before the mark that does not belong to it. */
export interface Pattern {
  readonly name: MarkName
  readonly kind?: KindWord
  /** The characters of which one follows the first character, or the first digits: so few expressions are tried. Without it any can follow. */
  readonly next?: string
  /** How many digits the pattern can begin with: `12` for one or two. Without it any number. */
  readonly digits?: string
  readonly form: RegExp
  readonly numbers?: (groups: Readonly<Record<string, string | undefined>>) => readonly number[]
}

export function range({ from, to, last = to }: Readonly<Record<string, string | undefined>>): readonly number[] {
  return numbered(readNumeral(from ?? ''), last === undefined ? undefined : readNumeral(last))
}

/** 全六季 has the seasons from 1. */
export function upTo({ to }: Readonly<Record<string, string | undefined>>): readonly number[] {
  return numbered(1, readNumeral(to ?? ''))
}

export const year = { name: 'year', numbers: range } as const
export const season = { name: 'season', numbers: range } as const
export const episodes = { name: 'episodes' } as const

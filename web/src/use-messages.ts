// Tables of messages, each in Chinese and in English.
import type { Language } from './languages.ts'
import { usePreferences } from './page-context.ts'

interface Messages<Catalog> extends Readonly<Record<Language, Catalog>> {
  /** A hook that returns them in the user's language. */
  use(): Catalog
}

/** A table of messages: each in Chinese and in English, or a table of its own. */
type Row = readonly [zh: unknown, en: unknown] | MessageTable
interface MessageTable {
  readonly [name: string]: Row
}

type Value = string | number

/**
 * A text, or with the places `{0}` to `{2}` for values a function of these. `1 link|{0} links` has a form for a first value of 1. Both languages
 * have the same places.
 */
type TextOf<Written extends string> = Written extends `${string}{2}${string}`
  ? (first: Value, second: Value, third: Value) => string
  : Written extends `${string}{1}${string}`
    ? (first: Value, second: Value) => string
    : Written extends `${string}{0}${string}`
      ? (value: Value) => string
      : string

/** The messages of a table in one language. A function takes what both languages need. */
type CatalogOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly [infer Zh, infer En]
    ? Zh extends string
      ? TextOf<Zh>
      : Zh | En
    : CatalogOf<Table[Name]>
}

/** Splits a table by language. */
export function createMessages<const Table extends MessageTable>(table: Table): Messages<CatalogOf<Table>> {
  const messages = { zh: pick(table, 0), en: pick(table, 1) }
  return { ...messages, use: () => messages[usePreferences().language.value] }
}

function pick<Table extends MessageTable>(table: Table, at: 0 | 1): CatalogOf<Table>
function pick(table: MessageTable, at: 0 | 1): object {
  const entries = Object.entries(table).map(([name, row]) => [name, isPair(row) ? messageOf(row[at]) : pick(row, at)])
  return Object.fromEntries(entries)
}

function isPair(row: Row): row is readonly [unknown, unknown] {
  return Array.isArray(row)
}

function messageOf(written: unknown): unknown {
  if (typeof written !== 'string' || !/\{\d\}/.test(written)) return written
  const [one = '', many = one] = written.split('|')
  return (...values: readonly Value[]) =>
    (values[0] === 1 ? one : many).replace(/\{(\d)\}/g, (_, at: number) => `${values[at]}`)
}

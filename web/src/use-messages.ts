// Tables of messages, each in Chinese and in English.
import type { Language } from './languages.ts'
import { usePreferences } from './page-context.ts'

/** Messages in each language. */
interface Messages<Catalog> extends Readonly<Record<Language, Catalog>> {
  /** A hook that returns them in the user's language. */
  use(): Catalog
}

/** A table of messages: each in Chinese and in English, or a table of its own. */
type Row = readonly [zh: unknown, en: unknown] | MessageTable
interface MessageTable {
  readonly [name: string]: Row
}

/** The messages of a table in one language. A function takes what both languages need. */
type CatalogOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly [infer Zh, infer En]
    ? Zh extends string
      ? string
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
  const entries = Object.entries(table).map(([name, row]) => [name, isPair(row) ? row[at] : pick(row, at)])
  return Object.fromEntries(entries)
}

function isPair(row: Row): row is readonly [unknown, unknown] {
  return Array.isArray(row)
}

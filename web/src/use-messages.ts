// Messages in the selected language, and the tables in which they are written.
import type { Language } from './languages.ts'
import { usePreferences } from './page-context.ts'

/** Messages in each language. */
export type Messages<Catalog> = Readonly<Record<Language, Catalog>>

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
  return { zh: pick(table, 0), en: pick(table, 1) }
}

function pick<Table extends MessageTable>(table: Table, at: 0 | 1): CatalogOf<Table>
function pick(table: MessageTable, at: 0 | 1): object {
  const entries = Object.entries(table).map(([name, row]) => [name, isPair(row) ? row[at] : pick(row, at)])
  return Object.fromEntries(entries)
}

function isPair(row: Row): row is readonly [unknown, unknown] {
  return Array.isArray(row)
}

/** Returns the messages in the selected language. */
export function useMessages<Catalog>(messages: Messages<Catalog>): Catalog {
  return messages[usePreferences().language.value]
}

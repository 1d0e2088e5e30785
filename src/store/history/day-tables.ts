// Reads and writes the days of the history in the database.
import type { Sql } from '../sql/sql.ts'
import { statement } from '../sql/sql-tag.ts'
import { type DayHistory, dayMs, decodeDay, refreshOf, summarize } from './day-history.ts'
import { applyChange, emptyState, type ListState } from './refresh-change.ts'

interface DayKey {
  readonly list: string
  /** Days since 1970. */
  readonly day: number
}

interface ChangeRow {
  readonly at: number
  readonly change: string
}

const findChanges = statement<ChangeRow, { list: string; from: number; to: number }>`
  select at, change from list_changes where list = ${'list'} and at >= ${'from'} and at < ${'to'} order by at`

const addChange = statement<never, ChangeRow & { list: string }>`
  insert into list_changes (list, at, change) values (${'list'}, ${'at'}, ${'change'})`

const removeChanges = statement<never, { list: string; from: number; to: number }>`
  delete from list_changes where list = ${'list'} and at >= ${'from'} and at < ${'to'}`

const findDay = statement<{ grain: number; body: Uint8Array }, DayKey>`
  select grain, body from list_days where list = ${'list'} and day = ${'day'}`

const putDay = statement<never, DayKey & { grain: number; bytes: number; body: Uint8Array }>`
  insert into list_days (list, day, grain, bytes, body)
  values (${'list'}, ${'day'}, ${'grain'}, ${'bytes'}, ${'body'})
  on conflict (list, day) do update set grain = excluded.grain, bytes = excluded.bytes, body = excluded.body`

const removeDay = statement<never, DayKey>`delete from list_days where list = ${'list'} and day = ${'day'}`

/** A day as stored, with the list after its last refresh. */
export interface LoadedDay extends DayHistory {
  /** The index of what is kept of the day; undefined if it has not been compressed yet. */
  readonly grain: number | undefined
  readonly state: ListState
}

export function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}

function spanOf({ list, day }: DayKey) {
  return { list, from: day * dayMs, to: (day + 1) * dayMs }
}

/** All methods reject with database errors. */
export function createDayTables(sql: Sql) {
  return {
    /** Loads a day; it has no refreshes if nothing is stored. With `item`, one that does not have this item may appear empty. */
    async load(key: DayKey, item?: string): Promise<LoadedDay> {
      const stored = await sql.first(findDay, key)
      const changes = await sql.all(findChanges, spanOf(key))
      // Changes build on the whole day.
      const base = stored && decodeDay(new Uint8Array(stored.body), changes.length === 0 ? item : undefined)
      if (base && changes.length === 0) return { ...base, grain: stored.grain }
      const state = base?.state ?? emptyState()
      const refreshes = changes.map(({ at, change }) => {
        applyChange(state, change)
        return refreshOf(state, at)
      })
      const all = [...(base?.refreshes ?? []), ...refreshes]
      // A thinned day has summaries that its refreshes do not yield.
      const summaries = summarize(state.items, all).map((summary, number) => summary ?? base?.items[number])
      return { items: summaries.flatMap((summary) => summary ?? []), refreshes: all, grain: stored?.grain, state }
    },
    addChange: (row: ChangeRow & { list: string }) => sql.run(addChange, row),
    /** Stores the compressed day in place of its changes. */
    async put(key: DayKey, grain: number, body: Uint8Array): Promise<void> {
      await sql.run(putDay, { ...key, grain, bytes: body.length, body })
      await sql.run(removeChanges, spanOf(key))
    },
    async remove(key: DayKey): Promise<void> {
      await sql.run(removeDay, key)
      await sql.run(removeChanges, spanOf(key))
    },
  }
}

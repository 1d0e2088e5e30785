// Writes refreshes as what has changed since the one before.
import type { Sql } from '../sql/sql.ts'
import { statement } from '../sql/sql-tag.ts'
import { createDayTables, dayOf } from './day-tables.ts'
import { type ListState, recordChange } from './refresh-change.ts'
import type { Refresh } from './types.ts'

export interface RefreshToWrite extends Refresh {
  readonly list: string
}

/** The last refresh of a list that this process knows. */
interface KnownList {
  readonly state: ListState
  readonly at: number
}

const findLastAt = statement<{ at: number | null }, { list: string }>`
  select max(at) as at from list_changes where list = ${'list'}`

/** Creates the write operation; it rejects with database errors. */
export function createWriteRefreshes(sql: Sql) {
  const tables = createDayTables(sql)
  const known = new Map<string, KnownList>()

  /** The list before a refresh. It is loaded on a new day, and when another replica has written. */
  async function before({ list, at }: RefreshToWrite): Promise<KnownList> {
    const lastAt = (await sql.first(findLastAt, { list }))?.at ?? undefined
    const last = known.get(list)
    if (last && last.at === lastAt && dayOf(last.at) === dayOf(at)) return last
    const { state, refreshes } = await tables.load({ list, day: dayOf(at) })
    return { state, at: refreshes.at(-1)?.at ?? Number.NEGATIVE_INFINITY }
  }

  async function write(refresh: RefreshToWrite): Promise<void> {
    const { list, at, items } = refresh
    const last = await before(refresh)
    // The order of refreshes is that of their times; one that is late says nothing about what followed.
    if (at <= last.at) return
    await tables.addChange({ list, at, change: recordChange(last.state, items) })
    known.set(list, { state: last.state, at })
  }

  /** Writes refreshes atomically, the older of a list first. */
  return async (refreshes: readonly RefreshToWrite[]): Promise<void> => {
    try {
      await sql.transaction(async () => {
        for (const refresh of refreshes) await write(refresh)
      })
    } catch (error) {
      // The states are ahead of what is stored.
      known.clear()
      throw error
    }
  }
}

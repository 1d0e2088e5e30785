// The works that shares stand under in searches: the latest few of each share, changed in memory and written at once.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, namesOf, rowsOf, statement } from '../sql/sql-tag.ts'

/** A share and the key of a work that it stands under. */
interface ShareWorkRow {
  readonly id: number
  readonly share: number
  readonly key: string
  seen: number
}

/** Titles change, and so does the recogniser: older keys of a share are deleted. */
const maxWorksPerShare = 4
/** `seen` only orders the works of a share, so it is seldom updated. */
const dateUpdateMs = 24 * 60 * 60 * 1000

const workColumns = 'id bigint, share bigint, key text, seen bigint'

export const findShareWorks = statement<ShareWorkRow, { shares: string }>`
  select ${namesOf(workColumns)} from works where ${among('share', 'shares', 'bigint')}`

const addWorks = statement<never>`
  insert into works (${namesOf(workColumns)}) select ${namesOf(workColumns)} from ${rowsOf(workColumns)}`

const touchWorks = statement<never>`
  update works set seen = given.seen from ${rowsOf('id bigint, seen bigint')} where works.id = given.id`

const removeWorks = statement<never, { list: string }>`delete from works where ${among('id', 'list', 'bigint')}`

/** Creates the works of a unit of work; `read` are the rows of its shares, `latest` is the highest id. */
export function createShareWorks(read: readonly ShareWorkRow[], latest: number) {
  const byShare = Map.groupBy(
    read.map((row) => ({ ...row })),
    ({ share }) => share,
  )
  const added = new Set<ShareWorkRow>()
  const touched = new Set<ShareWorkRow>()
  const removedIds: number[] = []
  let last = latest
  return {
    /** Records that a share, by its id, stands under a work. */
    noteWork(share: number, key: string, seen: number, now: number): void {
      const rows = byShare.get(share) ?? []
      const known = rows.find((row) => row.key === key)
      if (known) {
        if (seen - known.seen < dateUpdateMs && known.seen <= now) return
        known.seen = seen
        if (!added.has(known)) touched.add(known)
        return
      }
      last += 1
      const row = { id: last, share, key, seen }
      added.add(row)
      const all = [...rows, row].sort((a, b) => b.seen - a.seen || b.id - a.id)
      byShare.set(share, all.slice(0, maxWorksPerShare))
      for (const old of all.slice(maxWorksPerShare)) {
        if (!added.delete(old)) removedIds.push(old.id)
        touched.delete(old)
      }
    },
    async write(sql: Sql): Promise<void> {
      if (added.size > 0) await sql.runRows(addWorks, added)
      if (touched.size > 0) await sql.runRows(touchWorks, touched)
      if (removedIds.length > 0) await sql.run(removeWorks, { list: toJsonList(removedIds) })
    },
  }
}

// Histories of lists in real databases, for tests.
import { onTestFinished } from 'vitest'
import { openPostgresHistory } from '../../src/store/history/postgres-database.ts'
import {
  type HistoryDatabase,
  type HistoryLimits,
  openHistoryDatabase,
} from '../../src/store/history/sqlite-database.ts'
import type { ItemAtRank } from '../../src/store/history/types.ts'
import { connectPostgres } from '../../src/store/sql/postgres.ts'

export const roomy: HistoryLimits = { maxDays: 365, maxBytes: 1_000_000_000 }

/** Items by rank: 'a:5 b' has the items a, with a heat of 5, and b. */
export function ranked(words: string): ItemAtRank[] {
  return words.split(' ').flatMap((word) => {
    const [id = '', hot] = word.split(':')
    if (id === '') return []
    const item = { id, title: `Title ${id}`, url: `https://items.site.test/${id}` }
    return [hot === undefined ? item : { ...item, hot: Number(hot) }]
  })
}

/** The reverse of `ranked`. */
export function wordsOf(items: readonly ItemAtRank[] | undefined): string | undefined {
  return items?.map(({ id, hot }) => (hot === undefined ? id : `${id}:${hot}`)).join(' ')
}

/** Opens a history in a folder or a PostgreSQL database, and closes it after the test. */
export async function openHistory(place: string | URL, limits = roomy): Promise<HistoryDatabase> {
  if (typeof place === 'string') {
    const database = openHistoryDatabase(`${place}/history.db`, limits, false)
    onTestFinished(() => database.close())
    return database
  }
  const pace = { connectMs: 5_000, statementMs: 20_000 }
  const lines = { writing: await connectPostgres(place, pace), reading: await connectPostgres(place, pace) }
  onTestFinished(async () => void (await Promise.all([lines.writing.close(), lines.reading.close()])))
  return await openPostgresHistory(lines, limits)
}

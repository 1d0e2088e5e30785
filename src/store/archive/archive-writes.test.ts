// The plans of the statements that write the archive in SQLite.
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sighting } from '../../../test/kit/archive.ts'
import { noon } from '../../../test/kit/disk.ts'
import { migrate } from '../sql/migrations.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { createArchiveWrites } from './archive-writes.ts'

it('reads no table as a whole, so that a write takes no longer the more is stored', async () => {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  const sql = createSqliteSql(db)
  await migrate(sql)
  const prepare = vi.spyOn(db, 'prepare')
  const writes = createArchiveWrites(sql)
  const names = Array.from({ length: 20 }, (_, at) => `${at}`)
  // Added, then with another title and access code, then with a later date.
  for (const [title, password, days] of [
    ['x', 'abcd', 0],
    ['y', 'efgh', 1],
    ['y', 'efgh', 2],
  ] as const) {
    const seenAt = noon + days * 24 * 60 * 60_000
    await writes.writeSightings(
      names.map((name) => ({ ...sighting(name, title, { password }), seenAt })),
      seenAt,
    )
    await writes.writeHealth(
      names.map((name) => ({ key: `quark:${name}`, state: 'ok', at: seenAt })),
      seenAt,
    )
    await writes.writeWorks(names.map((name) => ({ share: `quark:${name}`, work: 'film:x:', seenAt })))
  }
  await writes.removeSightings(names.map((name) => ({ key: `quark:${name}`, source: 'tg:one' })))
  const statements = prepare.mock.calls.map(([text]) => text)
  expect(statements.length).toBeGreaterThan(15)
  const steps = statements.flatMap((text) =>
    db
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => `${detail}`),
  )
  expect(steps.filter((step) => /^SCAN (?:seen|shares|sightings|sources|works)\b/.test(step))).toEqual([])
})

// What watches store in a real SQLite file and a real PostgreSQL: a restart loses nothing, and replicas report once.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SharedRecords } from '../src/async/shared-record.ts'
import { openStore } from '../src/store/open-store.ts'
import { newFolder, now, openReplicaStore } from './kit/disk.ts'
import { sharedPostgres } from './kit/postgres.ts'
import { listOf, makeWatch, startWatches } from './kit/watches.ts'

const mb = 1024 * 1024
const watches = [makeWatch({ notify: 'phone' })]
const newPlace = sharedPostgres()

/** Returns a function that opens the same database as one more process, and one that ends that process. */
const databases = {
  async SQLite() {
    const folder = newFolder()
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    return async () => {
      const store = await openStore({
        folder,
        cacheBytes: mb,
        diskBytes: 16 * mb,
        databaseBytes: mb,
        log,
        epochMs: now,
      })
      onTestFinished(store.close)
      return store
    }
  },
  async PostgreSQL() {
    const url = await newPlace()
    return () => openReplicaStore(url)
  },
}

describe.each(['SQLite', 'PostgreSQL'] as const)('watches in %s', (kind) => {
  it('go on after a restart, with the messages that were not sent', async () => {
    const open = await databases[kind]()
    const store = await open()
    const first = await startWatches({ records: store.records, watches })
    await first.watches.put({ owner: 'user me', seesFile: false }, 'mine', makeWatch({ words: '地震' }))
    await first.refresh(listOf('weibo', []))
    await first.refresh(listOf('weibo', ['台风', '地震']))
    await store.close()
    const second = await startWatches({ records: (await open()).records, watches })
    await second.refresh(listOf('weibo', ['台风', '地震']))
    expect((await second.titles()).toSorted()).toEqual(['台风', '地震'].toSorted())
    await second.sendDue()
    expect(second.sent.map(({ events }) => events.map(({ title }) => title))).toEqual([['台风']])
  })
})

it('are reported and sent once by two replicas over PostgreSQL', async () => {
  const open = await databases.PostgreSQL()
  const start = async (records: SharedRecords) => startWatches({ records, watches })
  const [one, other] = [await start((await open()).records), await start((await open()).records)]
  await one.refresh(listOf('weibo', []))
  await Promise.all([one, other].map((replica) => replica.refresh(listOf('weibo', ['台风']))))
  const replicas = [one, other]
  for (const { titles } of replicas) await vi.waitFor(async () => expect(await titles()).toEqual(['台风']))
  await Promise.all(replicas.map(({ sendDue }) => sendDue()))
  expect(replicas.flatMap(({ sent }) => sent)).toHaveLength(1)
})

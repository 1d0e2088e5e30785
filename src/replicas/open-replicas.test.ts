// What is wired for replicas: alone nothing changes, together they hear of records that were written.
import { describe, expect, it, vi } from 'vitest'
import { startReplicas } from '../../test/kit/redis.ts'
import { noRecordStore, type RecordStore } from '../store/records/records.ts'
import { openReplicas, shareRecords } from './open-replicas.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('without REDIS_URL', () => {
  it('nothing is opened, and records stay what they are', async () => {
    const parts = { log, newId: () => 'A', epochMs: Date.now }
    expect(await openReplicas({ url: undefined, ...parts })).toBeUndefined()
    expect(shareRecords(undefined, noRecordStore)).toBe(noRecordStore)
  })
})

describe('a record that one replica wrote', () => {
  it('is looked for at once by the others, and so are all when they may have missed something', async () => {
    const { server, replicas } = await startReplicas(2)
    const nudged: string[] = []
    let written: Awaited<ReturnType<RecordStore['write']>> = 'unwritten'
    const [a, b] = replicas.map(({ id, events }) =>
      shareRecords<RecordStore>(
        { events },
        { ...noRecordStore, write: async () => written, checkNow: () => void nudged.push(id) },
      ),
    )
    await a?.write('bans.json', new Uint8Array())
    written = 'written'
    expect(await b?.write('bans.json', new Uint8Array())).toBe('written')
    await vi.waitFor(() => expect(nudged).toEqual(['A']))
    await server.kill()
    await vi.waitFor(() => expect(replicas.map(({ redis }) => redis.isUp())).toEqual([false, false]))
    await server.restart()
    await vi.waitFor(() => expect(nudged.toSorted()).toEqual(['A', 'A', 'B']))
  })
})

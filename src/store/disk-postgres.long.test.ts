// trawl.db in a PostgreSQL that is killed or frozen.
import { describe, expect, it, vi } from 'vitest'
import { answer, bytes, open, textOf } from '../../test/kit/disk.ts'
import { startPostgres } from '../../test/kit/postgres.ts'

const lost = 'PostgreSQL cannot be reached: check DATABASE_URL'

function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.catch(() => 'rejected')
}

describe('a PostgreSQL that is killed', () => {
  it('is a trouble while it lasts; nobody waits, and all goes on once it is back', async () => {
    const postgres = await startPostgres()
    const { disk, lines } = await open(postgres.url, { timings: { retryMs: 200 } })
    const heard = vi.fn()
    disk.onChangedElsewhere('r', heard)
    await Promise.all([disk.writeRecord('r', bytes('1')), disk.writeAnswer('a', answer('1'))])
    await postgres.kill()
    const done = await Promise.all([
      outcome(disk.readRecord('r')),
      outcome(disk.readAnswer('a')),
      outcome(disk.writeRecord('r', bytes('2'))),
      outcome(disk.writeAnswer('b', answer('2'))),
    ])
    expect(done).toEqual(['rejected', undefined, 'unwritten', false])
    expect(disk.troubles()).toEqual([`${lost}; 1 answers are queued in memory`])
    expect(heard).not.toHaveBeenCalled()
    await postgres.restart()
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    // Other processes may have written in the meantime.
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    expect(await disk.readRecord('r')).toBe('1')
    await vi.waitFor(async () => expect(textOf(await disk.readAnswer('b'))).toBe('2'))
    expect(await disk.writeRecord('r', bytes('3'))).toBe('written')
    expect(lines).toEqual([expect.stringMatching(/^warn: PostgreSQL/), 'info: PostgreSQL stores new data again'])
  })

  it('before the start does not stop it', async () => {
    const postgres = await startPostgres()
    await postgres.kill()
    const { disk } = await open(postgres.url, { timings: { retryMs: 200 } })
    expect(disk.troubles()).toEqual([lost])
    await expect(disk.readRecord('r')).rejects.toThrow(lost)
    await postgres.restart()
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    expect(await disk.writeRecord('r', bytes('1'))).toBe('written')
  })
})

it('a frozen PostgreSQL keeps nobody waiting until it goes on, and is used again then', async () => {
  const postgres = await startPostgres()
  const { disk } = await open(postgres.url, { timings: { retryMs: 200 } })
  await disk.writeRecord('r', bytes('1'))
  postgres.freeze()
  const first = await Promise.all([outcome(disk.readRecord('r')), disk.writeRecord('r', bytes('2'))])
  expect(first).toEqual(['rejected', 'unwritten'])
  expect(disk.troubles()).toEqual([expect.stringMatching(/^PostgreSQL/)])
  // Sequentially, as owners of records write them.
  for (let at = 0; at < 10; at += 1) expect(await disk.writeRecord('r', bytes('2'))).toBe('unwritten')
  postgres.thaw()
  await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
  // The write that was cancelled while the server was frozen did not happen later.
  expect(await disk.readRecord('r')).toBe('1')
  expect(await disk.writeRecord('r', bytes('3'))).toBe('written')
})

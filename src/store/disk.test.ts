// The client of trawl.db: a real database in a real folder, with its thread.
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import { answer, bytes, newFolder, noise, noon, open, textOf } from '../../test/kit/disk.ts'

/** The name of the function that a message to the thread calls. */
function nameOf(message: unknown): unknown {
  const call: unknown = typeof message === 'string' ? JSON.parse(message) : message
  return Reflect.get(Object(call), 'name')
}

describe('what is written', () => {
  it('is there for another process after a restart', async () => {
    const folder = newFolder()
    const first = await open(folder)
    expect(await first.disk.writeAnswer('a', answer('"one"'))).toBe(true)
    expect(await first.disk.writeRecord('allow-list', bytes('me'))).toBe('written')
    await first.disk.close()
    const { disk, lines } = await open(folder)
    expect(await disk.readAnswer('a')).toEqual(answer('"one"'))
    expect(await disk.readRecord('allow-list')).toBe('me')
    expect([await disk.readAnswer('b'), await disk.readRecord('b')]).toEqual([undefined, undefined])
    expect([disk.troubles(), disk.notices(), lines]).toEqual([[], [], []])
  })

  it('leaves the bytes to whoever wrote them, and is read while it is on its way', async () => {
    const { disk } = await open(newFolder())
    const mine = answer('"one"')
    const writing = disk.writeAnswer('a', mine)
    expect(textOf(await disk.readAnswer('a'))).toBe('"one"')
    await writing
    expect(Buffer.from(mine.json).toString()).toBe('"one"')
  })

  it('goes together when it comes together, as do a hundred reads', async () => {
    const { disk, workers } = await open(newFolder())
    await disk.writeRecord('r', bytes('1'))
    const sent = vi.spyOn(workers[0] ?? expect.fail('no thread'), 'postMessage')
    const keys = Array.from({ length: 131 }, (_, at) => `${at}`)
    await Promise.all(keys.map((key) => disk.writeAnswer(key, answer(key))))
    const callsOf = (name: string) => sent.mock.calls.filter(([message]) => nameOf(message) === name)
    expect(callsOf('writeAnswers')).toHaveLength(1)
    const read = await Promise.all(keys.map((key) => disk.readAnswer(key)))
    expect(read.map(textOf)).toEqual(keys)
    expect(callsOf('readAnswers')).toHaveLength(1)
  })

  it('serves until its time and not after it, and is gone once removed', async () => {
    const { disk, clock } = await open(newFolder())
    await disk.writeAnswer('a', answer('1', noon + 10))
    await disk.writeAnswer('b', answer('2'))
    clock.now = noon + 10
    expect(textOf(await disk.readAnswer('a'))).toBe('1')
    clock.now = noon + 11
    expect(await disk.readAnswer('a')).toBeUndefined()
    expect(await disk.removeAnswer('b')).toBe(true)
    expect(await disk.readAnswer('b')).toBeUndefined()
  })

  it('just before the end is there too, and after it nothing is taken', async () => {
    const folder = newFolder()
    const first = await open(folder)
    void first.disk.writeAnswer('a', answer('1'))
    await first.disk.close()
    expect(await first.disk.writeAnswer('a', answer('2'))).toBe(false)
    expect(await first.disk.writeRecord('a', bytes('2'))).toBe('unwritten')
    expect(await first.disk.readAnswer('a')).toBeUndefined()
    await expect(first.disk.readRecord('a')).rejects.toThrow('closed')
    expect(textOf(await (await open(folder)).disk.readAnswer('a'))).toBe('1')
  })

  it('is not gone over by what is older, unless that is dated after now', async () => {
    const { disk, clock } = await open(newFolder())
    await disk.writeAnswer('a', answer('1'))
    await disk.writeAnswer('a', { ...answer('older'), at: noon - 1 })
    expect(textOf(await disk.readAnswer('a'))).toBe('1')
    clock.now = noon - 2
    await disk.writeAnswer('a', { ...answer('after the clock was put right'), at: noon - 2 })
    expect(textOf(await disk.readAnswer('a'))).toBe('after the clock was put right')
  })
})

describe('a file', () => {
  it('is made in a folder that was not there', async () => {
    const { disk } = await open(join(newFolder(), 'not/there/yet'))
    expect(await disk.writeAnswer('a', answer('1'))).toBe(true)
  })

  it('is nothing, with a warning, when its bytes were damaged', async () => {
    const folder = newFolder()
    const { disk, lines } = await open(folder)
    await disk.writeAnswer('a', answer('x'.repeat(500)))
    const other = new DatabaseSync(join(folder, 'trawl.db'))
    other.exec(`update answers set body = cast(substr(body, 1, bytes - 1) || x'00' as blob)`)
    other.close()
    expect(await disk.readAnswer('a')).toBeUndefined()
    expect(lines).toEqual(['warn: 1 answers in DATA_DIR are damaged; treating them as missing'])
  })
})

describe('the budget', () => {
  const room = 2_000_000
  const size = (folder: string) =>
    readdirSync(folder).reduce((sum, name) => sum + (name.endsWith('-shm') ? 0 : statSync(join(folder, name)).size), 0)

  it('holds while ten times as much is written; records stay', async () => {
    const folder = newFolder()
    const { disk, clock } = await open(folder, { maxBytes: room })
    await disk.writeRecord('kept', noise(50_000))
    for (let round = 0; round < 25; round += 1) {
      clock.now += 2 * 60 * 60 * 1000
      const until = clock.now + 1e9
      await Promise.all(
        Array.from({ length: 80 }, (_, at) =>
          disk.writeAnswer(`${round}:${at}`, { at: noon, until, json: noise(10_000, round * 80 + at) }),
        ),
      )
      expect(size(folder)).toBeLessThan(room * 1.1)
    }
    expect(await disk.readAnswer('24:79')).toBeDefined()
    expect(await disk.readAnswer('0:0')).toBeUndefined()
    expect((await disk.readRecord('kept'))?.length).toBe(50_000)
    expect(Math.abs(disk.bytes() - size(folder))).toBeLessThan(room / 4)
  })

  it('is not spent on one answer', async () => {
    const { disk } = await open(newFolder(), { maxBytes: room })
    await disk.writeAnswer('a', answer('older'))
    await disk.writeAnswer('a', { ...answer(''), json: noise(300_000) })
    expect(disk.troubles()).toEqual([])
    // The former answer is not served either.
    expect(await disk.readAnswer('a')).toBeUndefined()
  })

  it('gives room back that expired answers took, without a write', async () => {
    const folder = newFolder()
    const { disk, clock } = await open(folder, { maxBytes: room, timings: { tidyMs: 20 } })
    await Promise.all(
      Array.from({ length: 120 }, (_, at) => disk.writeAnswer(`${at}`, { ...answer(''), json: noise(9_000, at) })),
    )
    const before = size(folder)
    clock.now += 2_000_000
    await vi.waitFor(() => expect(size(folder)).toBeLessThan(before / 2))
  })
})

it('lets the process end once it is closed', () => {
  const script = `import { databaseAt, openDisk } from '${join(import.meta.dirname, '../../test/kit/open-databases.ts')}'
    const log = { warn: console.error, info: console.error, error: console.error }
    const disk = await openDisk(databaseAt(process.argv[1], { answers: { maxBytes: 1e8 } }), { log, epochMs: Date.now })
    await disk.writeAnswer('a', { at: 1, until: Date.now() + 1e6, json: Buffer.from('1') })
    await disk.close()
    console.log('closed')`
  const args = ['--input-type=module', '-e', script, newFolder()]
  expect(execFileSync(process.execPath, args, { timeout: 60_000, encoding: 'utf8' })).toBe('closed\n')
})

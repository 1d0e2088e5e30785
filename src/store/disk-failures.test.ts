// The client of trawl.db when the folder, the file or the thread fails.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { answer, bytes, newFolder, noise, noon, open, textOf } from '../../test/kit/disk.ts'
import { databaseAt, openDisk } from '../../test/kit/open-databases.ts'
import { createFolderLock } from './files/folder-lock.ts'

const isRoot = process.getuid?.() === 0

/** Simulates another process that locks the file. */
function lock(folder: string): DatabaseSync {
  const other = new DatabaseSync(join(folder, 'trawl.db'), { timeout: 5_000 })
  onTestFinished(() => {
    if (other.isOpen) other.close()
  })
  other.exec('begin immediate')
  return other
}

function asideIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes('corrupt'))
}

const unreadable =
  'trawl.db in DATA_DIR is corrupt; its allow list, bans, API keys and watches cannot be read: restore it from a backup, or move it away to start without them'

describe('a locked file', () => {
  it('is a trouble while it lasts; answers wait and are written after it, records are not', async () => {
    const folder = newFolder()
    const { disk, lines } = await open(folder)
    const other = lock(folder)
    expect(await Promise.all([disk.writeAnswer('a', answer('1')), disk.writeRecord('r', bytes('1'))])).toEqual([
      false,
      'unwritten',
    ])
    expect(disk.troubles()).toEqual([
      'trawl.db in DATA_DIR is locked by another process: stop that process; 1 answers are queued in memory',
    ])
    expect(await disk.writeRecord('r', bytes('2'))).toBe('unwritten')
    expect(textOf(await disk.readAnswer('a'))).toBe('1')
    other.exec('rollback')
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    expect(await disk.readRecord('r')).toBeUndefined()
    await vi.waitFor(() => expect(other.prepare('select key from answers').all()).toHaveLength(1))
    expect(lines).toEqual([expect.stringMatching(/^warn: trawl.db.*locked/), 'info: DATA_DIR stores new data again'])
  })

  it('does not stop the start, and nothing is read until it is let go', async () => {
    const folder = newFolder()
    const other = new DatabaseSync(join(folder, 'trawl.db'))
    other.exec('begin exclusive; create table theirs (a)')
    const { disk } = await open(folder)
    expect(disk.troubles()).toHaveLength(1)
    await expect(disk.readRecord('r')).rejects.toThrow('DATA_DIR')
    expect(await disk.readAnswer('a')).toBeUndefined()
    other.exec('rollback')
    other.close()
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    expect(await disk.writeRecord('r', bytes('1'))).toBe('written')
  })
})

describe('a folder that another Trawl uses', () => {
  it('is read from but not written to; what waits is written once the other has ended', async () => {
    const folder = newFolder()
    const first = await open(folder)
    await Promise.all([first.disk.writeAnswer('a', answer('1')), first.disk.writeRecord('r', bytes('1'))])
    const { disk } = await open(folder)
    expect(disk.isTaken()).toBe(true)
    expect(disk.troubles()).toEqual([
      'another Trawl process uses this DATA_DIR (since 2026-11-21T12:00:00Z): stop it, or use another folder',
    ])
    expect(textOf(await disk.readAnswer('a'))).toBe('1')
    expect(await disk.readRecord('r')).toBe('1')
    expect(await Promise.all([disk.writeAnswer('b', answer('2')), disk.writeRecord('r', bytes('2'))])).toEqual([
      false,
      'unwritten',
    ])
    expect(await first.disk.writeAnswer('c', answer('3'))).toBe(true)
    await first.disk.close()
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    expect(disk.isTaken()).toBe(false)
    const texts = await Promise.all(['a', 'b', 'c'].map((key) => disk.readAnswer(key)))
    expect(texts.map(textOf)).toEqual(['1', '2', '3'])
    expect(await disk.writeRecord('r', bytes('3'))).toBe('written')
  })

  it('is left as it is, also when what is in it is corrupt, until the other has ended', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'trawl.db'), 'no database at all')
    const other = createFolderLock(folder)
    other.acquire(noon)
    const { disk } = await open(folder)
    await expect(disk.readRecord('r')).rejects.toThrow('DATA_DIR')
    expect([asideIn(folder), disk.isTaken()]).toEqual([[], true])
    other.release()
    await vi.waitFor(() => expect(disk.troubles()).toEqual([unreadable]))
  })
})

describe('a folder that cannot be used', () => {
  it('does not stop the start, and is used once it can be', async () => {
    const folder = join(newFolder(), 'data')
    writeFileSync(folder, 'a file in the way')
    const { disk } = await open(folder)
    expect(disk.troubles()).toEqual([expect.stringMatching(/^DATA_DIR is not writable \(EEXIST\)/)])
    expect(await disk.writeAnswer('a', answer('1'))).toBe(false)
    rmSync(folder)
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    await vi.waitFor(() => expect(disk.bytes()).toBeGreaterThan(10_000))
    expect(textOf(await disk.readAnswer('a'))).toBe('1')
  })

  /** A small disk for the test; requires root. */
  function smallDisk(): string {
    const folder = newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', folder])
    onTestFinished(() => void execFileSync('umount', ['-l', folder]))
    return folder
  }

  it.skipIf(!isRoot)('that is full keeps what it has, and takes what waited once there is room', async () => {
    const folder = smallDisk()
    const { disk } = await open(folder)
    expect(await disk.writeRecord('r', bytes('before'))).toBe('written')
    writeFileSync(join(folder, 'filler'), noise(1_500_000))
    const written = await Promise.all(
      Array.from({ length: 30 }, (_, at) => disk.writeAnswer(`${at}`, { ...answer(''), json: noise(30_000, at) })),
    )
    expect(written).toContain(false)
    expect(disk.troubles()[0]).toMatch(/^the disk of DATA_DIR is full: free space/)
    expect(await disk.readRecord('r')).toBe('before')
    rmSync(join(folder, 'filler'))
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    await disk.close()
    const again = await open(folder)
    for (const at of [0, 15, 29]) expect(await again.disk.readAnswer(`${at}`), `${at}`).toBeDefined()
  })

  it.skipIf(!isRoot)('that is read-only is read from, also when the process before was killed', async () => {
    const folder = smallDisk()
    const first = await open(folder)
    await first.disk.writeAnswer('a', answer('1'))
    // The state after kill -9: with a log.
    const left = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
    expect([...left.keys()]).toContain('trawl.db-wal')
    await first.disk.close()
    for (const [name, body] of left) writeFileSync(join(folder, name), body)
    execFileSync('mount', ['-o', 'remount,ro', folder])
    const { disk } = await open(folder)
    expect(disk.troubles()).toEqual([expect.stringMatching(/^DATA_DIR is not writable/)])
    expect(textOf(await disk.readAnswer('a'))).toBe('1')
    expect(await disk.readRecord('r')).toBeUndefined()
    expect(await disk.writeAnswer('b', answer('2'))).toBe(false)
    execFileSync('mount', ['-o', 'remount,rw', folder])
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    expect(textOf(await disk.readAnswer('a'))).toBe('1')
  })

  it.skipIf(!isRoot)('that is read-only and was closed well is read from', async () => {
    const folder = smallDisk()
    const first = await open(folder)
    await first.disk.writeAnswer('a', answer('1'))
    await first.disk.close()
    execFileSync('mount', ['-o', 'remount,ro', folder])
    const { disk } = await open(folder)
    expect(disk.troubles()).toHaveLength(1)
    expect(textOf(await disk.readAnswer('a'))).toBe('1')
  })
})

describe('a corrupt file', () => {
  it('stays as it is while its records cannot be read', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'trawl.db'), 'no database at all')
    const { disk } = await open(folder)
    expect([disk.troubles(), asideIn(folder)]).toEqual([[unreadable], []])
    await expect(disk.readRecord('r')).rejects.toThrow('DATA_DIR')
    expect(readFileSync(join(folder, 'trawl.db'), 'utf8')).toBe('no database at all')
  })

  it('is found by the check of its inside, and replaced by one with its records', async () => {
    const folder = newFolder()
    const first = await open(folder)
    await first.disk.writeRecord('r', bytes('1'))
    const written = Array.from({ length: 50 }, (_, at) =>
      first.disk.writeAnswer(`${at}`, { ...answer(''), json: noise(9_000, at) }),
    )
    await Promise.all(written)
    await first.disk.close()
    const taken = 'trawl.db.corrupt-20261121T120000Z'
    writeFileSync(join(folder, taken), 'an earlier one')
    const body = readFileSync(join(folder, 'trawl.db'))
    body.fill(0x55, 12 * 4096, 16 * 4096)
    writeFileSync(join(folder, 'trawl.db'), body)
    const { disk, lines } = await open(folder)
    const notice = `trawl.db in DATA_DIR was corrupt; it was renamed to ${taken}-2 and a new one was created`
    expect([disk.troubles(), disk.notices(), lines]).toEqual([[], [notice], [`error: ${notice}`]])
    expect(readFileSync(join(folder, `${taken}-2`)).subarray(4096)).toEqual(body.subarray(4096))
    expect(await disk.readRecord('r')).toBe('1')
    expect(await disk.writeAnswer('a', answer('1'))).toBe(true)
  })

  it('while it runs stays too where its records cannot be read: nothing takes its place', async () => {
    const folder = newFolder()
    const { disk } = await open(folder)
    await disk.writeRecord('r', bytes('1'))
    // A change after the corruption: whatever the thread has read meanwhile, its cached pages are outdated.
    const other = new DatabaseSync(join(folder, 'trawl.db'))
    other.exec('create table their (a); pragma wal_checkpoint(truncate)')
    spoil(join(folder, 'trawl.db'), statSync(join(folder, 'trawl.db')).size)
    other.exec('drop table their')
    other.close()
    expect(await disk.writeAnswer('a', answer('1'))).toBe(false)
    expect(disk.troubles()[0]).toContain(unreadable)
    expect([asideIn(folder), await disk.writeRecord('r', bytes('2'))]).toEqual([[], 'unwritten'])
  })
})

/** Corrupts all pages in a separate process: closing the file in this one would drop the thread's locks. */
function spoil(file: string, size: number): void {
  const script = `const fs = require('node:fs'); const f = fs.openSync(process.argv[1], 'r+'); fs.writeSync(f, Buffer.alloc(${size - 100}, 0x55), 0, ${size - 100}, 100)`
  execFileSync(process.execPath, ['-e', script, file])
}

it('begins a new file when the file was removed', async () => {
  const folder = newFolder()
  const { disk } = await open(folder)
  await disk.writeRecord('r', bytes('1'))
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  expect(await disk.writeAnswer('a', answer('1'))).toBe(true)
  expect(await disk.readRecord('r')).toBeUndefined()
  expect(await disk.writeRecord('r', bytes('2'))).toBe('written')
  await disk.close()
  const { disk: after } = await open(folder)
  expect(await after.readRecord('r')).toBeDefined()
  expect(textOf(await after.readAnswer('a'))).toBe('1')
})

it('refuses a database of a newer Trawl and leaves it as it is', async () => {
  const folder = newFolder()
  const other = new DatabaseSync(join(folder, 'trawl.db'))
  other.exec('create table theirs (a); pragma user_version = 99')
  other.close()
  const before = readFileSync(join(folder, 'trawl.db'))
  await expect(open(folder)).rejects.toThrow(
    /^trawl.db in DATA_DIR is from a newer version of Trawl: its schema version is 99, this version supports up to 4\. Start the newer version, or move/,
  )
  expect(readFileSync(join(folder, 'trawl.db'))).toEqual(before)
})

it('waits for no disk that hangs: all that is asked is settled in its time', async () => {
  const timings = { retryMs: 20, openMs: 50, readMs: 50, writeMs: 50, closeMs: 100 }
  const lines: string[] = []
  const log = { warn: (line: string) => void lines.push(line), info: expect.fail, error: expect.fail }
  const start = () => new Worker('setInterval(() => undefined, 1000)', { eval: true })
  const folder = newFolder()
  writeFileSync(join(folder, 'trawl.db'), '')
  const disk = await openDisk(
    databaseAt(folder, { answers: { maxBytes: 1e8 } }),
    { log, epochMs: () => noon, timings },
    start,
  )
  expect(disk.troubles()).toEqual(['DATA_DIR does not answer: check its disk'])
  expect(await disk.readAnswer('a')).toBeUndefined()
  await expect(disk.readRecord('a')).rejects.toThrow('does not answer')
  expect(await Promise.all([disk.writeAnswer('a', answer('1')), disk.writeRecord('a', bytes('1'))])).toEqual([
    false,
    'unwritten',
  ])
  await disk.close()
  expect(lines).toHaveLength(1)
})

describe('a thread that dies', () => {
  it('settles all that is asked, and is started anew', async () => {
    const folder = newFolder()
    const { disk, workers, lines } = await open(folder, { timings: { retryMs: 1_000 } })
    await disk.writeAnswer('a', answer('1'))
    const [worker] = workers
    const asked = [disk.readAnswer('a'), disk.writeAnswer('b', answer('2'))]
    await worker?.terminate()
    await Promise.all(asked)
    expect(disk.troubles()).toEqual([expect.stringMatching(/^the worker thread of DATA_DIR exited/)])
    expect(await disk.readAnswer('a')).toBeUndefined()
    await expect(disk.readRecord('r')).rejects.toThrow('exited')
    await vi.waitFor(() => expect(disk.troubles()).toEqual([]))
    expect([textOf(await disk.readAnswer('a')), textOf(await disk.readAnswer('b'))]).toEqual(['1', '2'])
    expect(workers).toHaveLength(2)
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['warn', 'info'])
  })

  it('hinders neither the end nor a write before it, for which nobody has to wait', async () => {
    const folder = newFolder()
    const { disk, workers } = await open(folder, { timings: { retryMs: 60_000 } })
    await workers[0]?.terminate()
    await vi.waitFor(() => expect(disk.troubles()).toHaveLength(1))
    expect(await disk.writeAnswer('a', answer('1'))).toBe(false)
    await disk.close()
    const { disk: after } = await open(folder)
    expect(textOf(await after.readAnswer('a'))).toBe('1')
  })
})

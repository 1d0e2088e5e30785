// Records that cannot be read, and the files that earlier versions kept beside the database.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { newFolder, open } from '../../../test/kit/disk.ts'
import { noRecordStore, type RecordStore, waitForRecords, withOldFiles } from './records.ts'

const name = 'allow-list.json'

/** Records of which one is stored or none, in memory. */
function makeRecords(stored?: string) {
  const state = { stored, isReadable: true, isWritable: true, isTaken: false }
  const lines: string[] = []
  const say = (line: unknown) => void lines.push(String(line))
  const records: RecordStore = {
    ...noRecordStore,
    isTaken: () => state.isTaken,
    async read(_name, parse) {
      if (!state.isReadable) throw new Error('trawl.db in DATA_DIR is locked')
      return state.stored === undefined ? undefined : parse(Buffer.from(state.stored))
    },
    async write(_name, bytes) {
      if (!state.isWritable) return 'unwritten'
      state.stored = Buffer.from(bytes).toString()
      return 'written'
    },
  }
  return { records, state, lines, log: { warn: say, info: say } }
}

describe('a record', () => {
  it('that is invalid is an error that names it and a remedy', async () => {
    const { disk } = await open(newFolder())
    await disk.writeRecord(name, Buffer.from('nonsense'))
    const read = disk.records.read(name, (bytes) => JSON.parse(bytes.toString()))
    await expect(read).rejects.toThrow(/^allow-list.json in the database is invalid \(.*\): restore the database from/)
  })

  it('is missing where there is no database and none can be made, and not where there is one', async () => {
    const folder = join(newFolder(), 'data')
    writeFileSync(folder, 'a file in the way')
    expect(await (await open(folder)).disk.readRecord('r')).toBeUndefined()
    const other = newFolder()
    const locking = new DatabaseSync(join(other, 'trawl.db'))
    locking.exec('begin exclusive; create table theirs (a)')
    const { disk } = await open(other)
    await expect(disk.readRecord('r')).rejects.toThrow('is locked by another process')
    locking.close()
  })
})

describe('the start', () => {
  const what = 'the allow list, bans and API keys cannot be read'

  it('ends with a sentence if the records cannot be read for some time', async () => {
    const { records, state, lines, log } = makeRecords()
    state.isReadable = false
    await expect(waitForRecords(records, log, 0)).rejects.toThrow(
      `${what}, and Trawl does not start without them: trawl.db in DATA_DIR is locked`,
    )
    expect(lines).toEqual([`${what} yet (trawl.db in DATA_DIR is locked); the start waits for them`])
  })

  it('waits for records that can be read soon', async () => {
    const { records, state } = makeRecords()
    state.isReadable = false
    const warn = () => {
      state.isReadable = true
    }
    await waitForRecords(records, { warn })
    expect(state.isReadable).toBe(true)
  })
})

describe('a file of an earlier version', () => {
  /** A DATA_DIR with this file, beside records. */
  function make(file: string, stored?: string) {
    const made = makeRecords(stored)
    const folder = newFolder()
    writeFileSync(join(folder, name), file)
    const backup = () => readFileSync(join(folder, 'records-before-1.0', name), 'utf8')
    const records = withOldFiles(made.records, folder, made.log)
    const read = () => records.read(name, (bytes) => JSON.parse(Buffer.from(bytes).toString()))
    return { ...made, folder, backup, read }
  }

  it.each([
    ['is stored in the database that lacks the record', undefined, '[2]'],
    ['has no effect where the database has the record', '[1]', '[1]'],
  ])('%s, and moved to the backup', async (_what, before, after) => {
    const { state, read, folder, backup, lines } = make('[2]', before)
    const value = JSON.parse(after)
    expect([await read(), await read(), state.stored]).toEqual([value, value, after])
    expect([readdirSync(folder), backup()]).toEqual([['records-before-1.0'], '[2]'])
    expect(lines).toEqual(['allow-list.json is in the database; the file in DATA_DIR was moved to records-before-1.0'])
  })

  it('that is invalid, or cannot be read, is an error that names it and the remedy, and stays', async () => {
    const { state, read, folder } = make('[2')
    await expect(read()).rejects.toThrow(
      /^allow-list.json in DATA_DIR cannot be read \(.*\): restore it from a backup, or remove it to start without its/,
    )
    expect([state.stored, readdirSync(folder)]).toEqual([undefined, [name]])
    rmSync(join(folder, name))
    mkdirSync(join(folder, name))
    await expect(read()).rejects.toThrow('EISDIR')
  })

  it('ends the start where it cannot be stored: without it everybody would be let in', async () => {
    const { state, read, folder } = make('[2]')
    state.isWritable = false
    await expect(read()).rejects.toThrow('allow-list.json in DATA_DIR cannot be stored in the database')
    expect(readdirSync(folder)).toEqual([name])
  })

  it('ends the start of a process beside one that has not stored it yet', async () => {
    const { state, read, folder } = make('[2]')
    Object.assign(state, { isTaken: true, isWritable: false })
    await expect(read()).rejects.toThrow('allow-list.json in DATA_DIR cannot be stored in the database')
    expect(readdirSync(folder)).toEqual([name])
  })

  it('is left to another process that uses DATA_DIR', async () => {
    const { state, read, folder } = make('[2]', '[1]')
    state.isTaken = true
    expect([await read(), readdirSync(folder)]).toEqual([[1], [name]])
  })

  it('that cannot be moved is reported, and has no effect', async () => {
    const { read, folder, lines } = make('[2]', '[1]')
    writeFileSync(join(folder, 'records-before-1.0'), '')
    expect(await read()).toEqual([1])
    expect(lines).toEqual([expect.stringContaining('cannot be moved to records-before-1.0')])
  })
})

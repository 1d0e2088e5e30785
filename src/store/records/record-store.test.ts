// Records over a failing database, and the files that earlier versions kept beside it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../../test/kit/disk.ts'
import { openRecords } from './record-store.ts'

const name = 'allow-list.json'

/** Throws unless the text begins with a bracket. */
function parseList(bytes: Uint8Array): string {
  const list = Buffer.from(bytes).toString()
  if (!list.startsWith('[')) throw new Error(`no list: ${list}`)
  return list
}

interface Given {
  readonly stored?: string
  /** The content of the file of this record that an earlier version left. */
  readonly file?: string
  readonly record?: string
}

/** A database with this record or without it, beside a DATA_DIR with this file or without it. */
function make({ stored, file, record = name }: Given = {}) {
  const folder = newFolder()
  writeFileSync(join(folder, 'trawl.db'), '')
  if (file !== undefined) writeFileSync(join(folder, record), file)
  const lines: string[] = []
  const say = (line: unknown) => void lines.push(String(line))
  const rows = new Map(stored === undefined ? [] : [[record, Buffer.from(stored)]])
  const state = { isReadable: true, isWritable: true, isTaken: false, reads: 0 }
  const disk = {
    async readRecord(wanted: string) {
      state.reads += 1
      if (!state.isReadable) throw new Error('timeout')
      return rows.get(wanted)
    },
    async writeRecord(wanted: string, bytes: Uint8Array) {
      if (!state.isWritable || state.isTaken) return 'unwritten' as const
      rows.set(wanted, Buffer.from(bytes))
      return 'written' as const
    },
    troubles: () => (state.isReadable ? [] : ['trawl.db in DATA_DIR is locked']),
    isTaken: () => state.isTaken,
    isShared: false,
    onChangedElsewhere: () => undefined,
    lookForChanges: () => undefined,
  }
  return {
    ...{ folder, lines, state, disk },
    stored: () => rows.get(record)?.toString(),
    /** The files of DATA_DIR beside the database, and those of the backup. */
    files: () => readdirSync(folder).filter((one) => one !== 'trawl.db'),
    backup: () => readFileSync(join(folder, 'records-before-1.0', record), 'utf8'),
    open: () => openRecords({ disk, folder, maxWaitMs: 0, log: { warn: say, info: say } }),
    read: async () =>
      (await openRecords({ disk, folder, maxWaitMs: 0, log: { warn: say, info: say } })).read(record, parseList),
  }
}

describe('a record', () => {
  it('is what the database has, or undefined', async () => {
    expect(await make({ stored: '[1]' }).read()).toBe('[1]')
    expect(await make().read()).toBeUndefined()
  })

  it('that is invalid is an error that names it and a remedy', async () => {
    await expect(make({ stored: 'nonsense' }).read()).rejects.toThrow(
      'allow-list.json in the database is invalid (no list: nonsense): restore the database from a backup',
    )
  })

  it('is not taken to be missing while the database cannot be read', async () => {
    const { open, state } = make({ stored: '[1]' })
    const records = await open()
    state.isReadable = false
    await expect(records.read(name, parseList)).rejects.toThrow(/^trawl\.db in DATA_DIR is locked$/)
  })

  it('is written to the database and nowhere else', async () => {
    const { open, stored, files } = make()
    expect(await (await open()).write(name, Buffer.from('[1]'))).toBe('written')
    expect([stored(), files()]).toEqual(['[1]', []])
  })
})

describe('the start', () => {
  it('ends with a sentence if the database cannot be read for some time', async () => {
    const { open, state, lines } = make({ stored: '[1]', file: '[2]' })
    state.isReadable = false
    await expect(open()).rejects.toThrow(
      'the allow list, bans and API keys cannot be read, and Trawl does not start without them: trawl.db in DATA_DIR is locked',
    )
    expect(lines).toEqual([
      'the allow list, bans and API keys cannot be read yet (trawl.db in DATA_DIR is locked); the start waits for them',
    ])
  })

  it('waits for a database that can be read soon', async () => {
    const { folder, disk, state } = make({ stored: '[1]' })
    state.isReadable = false
    const log = {
      warn: () => {
        state.isReadable = true
      },
      info: () => undefined,
    }
    const records = await openRecords({ disk, folder, log })
    expect(await records.read(name, parseList)).toBe('[1]')
  })

  it('has no records where there is no database and none can be made', async () => {
    const { disk, state } = make()
    state.isReadable = false
    const folder = newFolder()
    const log = { warn: () => undefined, info: () => undefined }
    const records = await openRecords({ disk, folder, maxWaitMs: 0, log })
    expect(await records.read(name, parseList)).toBeUndefined()
    // A quarantine that was interrupted left the records in this file.
    writeFileSync(join(folder, 'trawl.db.rescued'), '')
    await expect(records.read(name, parseList)).rejects.toThrow('is locked')
  })
})

describe('a file of an earlier version', () => {
  it('is stored in the database that lacks the record, and moved to the backup', async () => {
    const made = make({ file: '[2]' })
    expect(await made.read()).toBe('[2]')
    expect([made.stored(), made.files(), made.backup()]).toEqual(['[2]', ['records-before-1.0'], '[2]'])
    expect(made.lines).toEqual([
      'allow-list.json is in the database; the file in DATA_DIR was moved to records-before-1.0',
    ])
    expect(await made.read()).toBe('[2]')
  })

  it('has no effect where the database has the record, and is moved to the backup', async () => {
    const made = make({ stored: '[1]', file: '[2]' })
    expect(await made.read()).toBe('[1]')
    expect([made.stored(), made.files(), made.backup()]).toEqual(['[1]', ['records-before-1.0'], '[2]'])
  })

  it('that is damaged is an error that names it and the remedy, and stays', async () => {
    const made = make({ file: 'half' })
    await expect(made.read()).rejects.toThrow(
      'allow-list.json in DATA_DIR cannot be read (no list: half): restore it from a backup, or remove it to start without its content',
    )
    expect([made.stored(), made.files()]).toEqual([undefined, [name]])
  })

  it('that cannot be read is an error', async () => {
    const made = make()
    mkdirSync(join(made.folder, name))
    await expect(made.read()).rejects.toThrow('EISDIR')
  })

  it('counts and stays while the database cannot be written', async () => {
    const made = make({ file: '[2]' })
    made.state.isWritable = false
    expect([await made.read(), made.files()]).toEqual(['[2]', [name]])
    made.state.isWritable = true
    expect([await made.read(), made.stored()]).toEqual(['[2]', '[2]'])
  })

  it('is left to another process that uses DATA_DIR', async () => {
    const made = make({ stored: '[1]', file: '[2]' })
    made.state.isTaken = true
    expect([await made.read(), made.files()]).toEqual(['[1]', [name]])
  })

  it('that cannot be moved is reported, and has no effect', async () => {
    const made = make({ stored: '[1]', file: '[2]' })
    writeFileSync(join(made.folder, 'records-before-1.0'), '')
    expect(await made.read()).toBe('[1]')
    expect(made.lines).toEqual([
      expect.stringContaining('allow-list.json in DATA_DIR cannot be moved to records-before-1.0'),
    ])
  })
})

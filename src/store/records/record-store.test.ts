// Records over a failing database and real files: which copy is used, and what survives.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFileStorage } from '../files/file-storage.ts'
import { createRecordStore } from './record-store.ts'

const name = 'allow-list.json'

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString()
}

/** Throws unless the text begins with a bracket. */
function readList(bytes: Uint8Array): string {
  const list = Buffer.from(bytes).toString()
  if (!list.startsWith('[')) throw new Error(`no list: ${list}`)
  return list
}

/** A record in the database and a file of the same name, or neither. */
async function make(inDatabase?: string, inFile?: string, isShared = false, dispensable = new Set<string>()) {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-records-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  if (inFile !== undefined) await writeFile(path, inFile)
  const warned: string[] = []
  const log = { warn: (...said: unknown[]) => void warned.push(JSON.stringify(said)) }
  const kept = new Map(inDatabase === undefined ? [] : [[name, Buffer.from(inDatabase)]])
  const works = { reading: true, writing: true, alone: true }
  const told: { troubles: string[]; notices: string[] } = { troubles: [], notices: [] }
  const disk = {
    readRecord: async (wanted: string) => {
      if (!works.reading) throw new Error('the database is locked')
      return kept.get(wanted)
    },
    writeRecord: async (wanted: string, bytes: Uint8Array) => {
      if (works.writing) kept.set(wanted, Buffer.from(bytes))
      return works.writing ? ('written' as const) : ('unwritten' as const)
    },
    troubles: () => told.troubles,
    notices: () => told.notices,
    isTaken: () => !works.alone,
    isShared,
    onChangedElsewhere: () => undefined,
    lookForChanges: () => undefined,
  }
  const doubled = new Map([[name, '[]']])
  const records = createRecordStore({ disk, files: createFileStorage(folder, log), doubled, dispensable, log })
  const file = () => readFile(path, 'utf8').catch(() => undefined)
  return { records, works, told, warned, folder, path, file, database: () => text(kept.get(name)) }
}

describe('a record', () => {
  it('is what the database says, whatever a file says', async () => {
    const { records, warned } = await make('new', 'old')
    expect(text(await records.read(name))).toBe('new')
    expect(warned).toEqual([])
  })

  it('that is not in the database yet is taken over from the file an earlier Trawl left', async () => {
    const { records, database } = await make(undefined, 'old')
    expect(text(await records.read(name))).toBe('old')
    expect(database()).toBe('old')
  })

  it('is nothing when it was never written', async () => {
    expect(await (await make()).records.read(name)).toBeUndefined()
  })

  it('is not said to be nothing while the database cannot be read', async () => {
    const { records, works } = await make('new', 'old')
    works.reading = false
    await expect(records.read(name)).rejects.toThrow('the database is locked')
  })

  it('is not taken up while another Trawl goes on writing it', async () => {
    const { records, works } = await make('[1]')
    works.alone = false
    await expect(records.read(name)).rejects.toThrow('another Trawl process uses this DATA_DIR')
    works.alone = true
    expect(text(await records.read(name))).toBe('[1]')
  })
})

describe('a record that must not be lost', () => {
  it('is a file too once it is committed, and no file before', async () => {
    const { records, works, file } = await make()
    works.writing = false
    expect(await records.write(name, Buffer.from('[1]'))).toBe('unwritten')
    expect(await file()).toBeUndefined()
    works.writing = true
    expect(await records.write(name, Buffer.from('[1]'))).toBe('written')
    expect(await file()).toBe('[1]')
  })

  it('counts as committed although the file cannot be written', async () => {
    const { records, path, database, warned } = await make()
    await mkdir(join(path, 'taken'), { recursive: true })
    expect(await records.write(name, Buffer.from('[1]'))).toBe('written')
    expect(database()).toBe('[1]')
    expect(warned.join()).toContain('allow-list.json cannot be written to DATA_DIR')
  })

  it('leaves no older file when the new one cannot be written', async () => {
    const { records, folder, file } = await make('[1]', '[1]')
    // Blocks the path of the partial file.
    await mkdir(join(folder, `${name}.${process.pid}-1.part`))
    expect(await records.write(name, Buffer.from('[2]'))).toBe('written')
    expect(await file()).toBeUndefined()
  })

  it('is no file when nobody asked for one', async () => {
    const { records, path } = await make()
    await records.write('other.json', Buffer.from('[1]'))
    await expect(readFile(join(path, '..', 'other.json'))).rejects.toThrow('ENOENT')
  })
})

describe('a record that must be read', () => {
  it('is what the database says; a file that says something else is replaced with a warning', async () => {
    const { records, file, warned } = await make('[1]', '[2]')
    expect(await records.readWithFallback(name, readList)).toBe('[1]')
    expect(await file()).toBe('[1]')
    expect(warned.join()).toContain('differs from the database; replacing the file')
  })

  it('is written as a file again without a word where that was not done', async () => {
    const { records, file, warned } = await make('[1]')
    expect(await records.readWithFallback(name, readList)).toBe('[1]')
    expect(await file()).toBe('[1]')
    expect(warned).toEqual([])
  })

  it('is taken from the file, and into the database, when the database is new', async () => {
    const { records, database, warned } = await make(undefined, '[2]')
    expect(await records.readWithFallback(name, readList)).toBe('[2]')
    expect(database()).toBe('[2]')
    expect(warned).toEqual([])
  })

  it('is taken from the file when the database cannot be read, which is not changed then', async () => {
    const { records, works, database, warned } = await make('[1]', '[2]')
    works.reading = false
    expect(await records.readWithFallback(name, readList)).toBe('[2]')
    expect(database()).toBe('[1]')
    expect(warned.join()).toContain(
      'allow-list.json cannot be read from the database (the database is locked); using the copy in DATA_DIR',
    )
  })

  it('is taken from the file, and into the database, when the database holds nonsense', async () => {
    const { records, database } = await make('nonsense', '[2]')
    expect(await records.readWithFallback(name, readList)).toBe('[2]')
    expect(database()).toBe('[2]')
  })

  it('is refused when the database holds nonsense and there is no file', async () => {
    await expect((await make('nonsense')).records.readWithFallback(name, readList)).rejects.toThrow('no list: nonsense')
  })

  it.each([undefined, 'nonsense'])(
    'is refused when the file holds nonsense and the database %s',
    async (inDatabase) => {
      const { records, file, database } = await make(inDatabase, 'no')
      await expect(records.readWithFallback(name, readList)).rejects.toThrow('no list: no')
      expect([await file(), database()]).toEqual(['no', inDatabase])
    },
  )

  it('is refused when the file that must serve cannot be read', async () => {
    const { records, path } = await make()
    await mkdir(path)
    await expect(records.readWithFallback(name, readList)).rejects.toThrow('EISDIR')
  })

  it('is nothing when nothing was ever kept, and a file says so from then on', async () => {
    const { records, file, database, warned } = await make()
    expect(await records.readWithFallback(name, readList)).toBeUndefined()
    expect([await file(), database(), warned]).toEqual(['[]', undefined, []])
    expect(await records.readWithFallback(name, readList)).toBe('[]')
    // A file that an operator writes by hand before the first write is used.
    expect(database()).toBeUndefined()
  })

  it('is nothing when there is no database and none can be made', async () => {
    const { records, works, file } = await make()
    works.reading = false
    expect(await records.readWithFallback(name, readList)).toBeUndefined()
    expect(await file()).toBeUndefined()
  })

  it('is refused when there is a database that cannot be read, and no file', async () => {
    const { records, works, told, folder } = await make('[1]')
    await writeFile(join(folder, 'trawl.db'), 'kept')
    works.reading = false
    told.troubles = ['trawl.db in DATA_DIR is locked']
    await expect(records.readWithFallback(name, readList)).rejects.toThrow(/^trawl\.db in DATA_DIR is locked$/)
  })

  it('is nothing, with a notice, when there was no file beside a database that was set aside', async () => {
    const { records, told } = await make()
    told.notices = ['trawl.db was set aside']
    expect(await records.readWithFallback(name, readList)).toBeUndefined()
    expect(records.notices()).toEqual([
      expect.stringMatching(/^allow-list\.json was not in DATA_DIR.*in the renamed file$/),
    ])
  })

  it('is left to another Trawl to write while that one has the folder', async () => {
    const { records, works, file } = await make('[1]', '[2]')
    works.alone = false
    expect(await records.readWithFallback(name, readList)).toBe('[1]')
    expect(await file()).toBe('[2]')
  })
})

describe('a record in a database that others write too', () => {
  it('is written as a file again without a word when another has changed it', async () => {
    const { records, file, warned } = await make('[1]', '[2]', true)
    expect(await records.readWithFallback(name, readList)).toBe('[1]')
    expect([await file(), warned]).toEqual(['[1]', []])
  })

  it('is taken from the file while the database cannot be read, and is refused without one', async () => {
    const { records, works, told, file, path } = await make('[1]', '[2]', true)
    works.reading = false
    told.troubles = ['PostgreSQL cannot be reached']
    expect([await records.readWithFallback(name, readList), await file()]).toEqual(['[2]', '[2]'])
    await rm(path)
    await expect(records.readWithFallback(name, readList)).rejects.toThrow(/^PostgreSQL cannot be reached$/)
  })
})

describe('a copy in a file', () => {
  it('that could not be written is written once it can be, with its latest content', async () => {
    const { records, path, file } = await make('[0]', '[0]')
    await rm(path)
    await mkdir(join(path, 'in the way'), { recursive: true })
    for (const content of ['[1]', '[1,2]']) expect(await records.write(name, Buffer.from(content))).toBe('written')
    await records.rewriteCopies()
    expect(await file()).toBeUndefined()
    await rm(path, { recursive: true })
    await records.rewriteCopies()
    expect(await file()).toBe('[1,2]')
    await writeFile(path, 'left alone')
    await records.rewriteCopies()
    expect(await file()).toBe('left alone')
  })

  it.each([
    ['', 'the file is empty'],
    ['half', 'no list: half'],
  ])('that is damaged (%j) stops the start with a sentence that names it and the remedy', async (content, why) => {
    const { records, file } = await make(undefined, content)
    await expect(records.readWithFallback(name, readList)).rejects.toThrow(
      `${name} in DATA_DIR cannot be read (${why}): restore it from a backup, or write [] into it to start without its content`,
    )
    expect(await file()).toBe(content)
  })

  it.each(['', 'half'])(
    'that is damaged (%j) does not stop the start where the record is dispensable',
    async (content) => {
      const { records, warned } = await make(undefined, content, false, new Set([name]))
      expect(await records.readWithFallback(name, readList)).toBeUndefined()
      expect(warned).toEqual([expect.stringContaining('; going on without it')])
    },
  )
})

// File storage on a real disk.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFileStorage } from './file-storage.ts'

async function make(under = '') {
  const root = await mkdtemp(join(tmpdir(), 'trawl-shelf-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const warned: unknown[] = []
  const folder = join(root, under)
  const shelf = createFileStorage(folder, { warn: (...args: unknown[]) => void warned.push(args) })
  const read = async (name: string) => Buffer.from((await shelf.read(name)) ?? 'nothing').toString()
  return { folder, shelf, read, warned }
}

describe('a file on the shelf', () => {
  it('is given back as it was written, also by another shelf over the folder', async () => {
    const { folder, shelf, warned } = await make('not/there/yet')
    expect(await shelf.write('a.json', Buffer.from('one'))).toBe(true)
    await shelf.write('a.json', Buffer.from('two'))
    const again = createFileStorage(folder, { warn: () => undefined })
    expect(Buffer.from((await again.read('a.json')) ?? '').toString()).toBe('two')
    expect(await readdir(folder)).toEqual(['a.json'])
    expect(warned).toEqual([])
  })

  it('is nothing when it was never written, without a word', async () => {
    const { read, warned } = await make()
    expect(await read('a.json')).toBe('nothing')
    expect(warned).toEqual([])
  })

  it('that is there and cannot be read is nothing with a warning', async () => {
    const { folder, read, warned } = await make()
    await mkdir(join(folder, 'a.json'))
    expect(await read('a.json')).toBe('nothing')
    expect(JSON.stringify(warned)).toContain('a.json cannot be read from DATA_DIR')
  })

  it('is whole or not there, however many write at once', async () => {
    const { shelf, read, folder } = await make()
    const texts = Array.from({ length: 20 }, (_, at) => `${at}`.repeat(50_000))
    await Promise.all(texts.map((text) => shelf.write('a', Buffer.from(text))))
    expect(texts).toContain(await read('a'))
    expect(await readdir(folder)).toEqual(['a'])
  })

  it('is lost with a warning, and not there, when the folder cannot be one', async () => {
    const { folder, warned } = await make()
    await writeFile(join(folder, 'taken'), '')
    const blocked = createFileStorage(join(folder, 'taken'), { warn: (...args: unknown[]) => void warned.push(args) })
    expect(await blocked.write('a', Buffer.from('one'))).toBe(false)
    expect(await blocked.read('a')).toBeUndefined()
    expect(JSON.stringify(warned)).toContain('a cannot be written to DATA_DIR')
  })

  it('that is lost is a trouble until it can be written, be others written or not', async () => {
    const { folder, shelf } = await make()
    expect(shelf.troubles()).toEqual([])
    await mkdir(join(folder, 'a', 'taken'), { recursive: true })
    await shelf.write('a', Buffer.from('one'))
    await shelf.write('b', Buffer.from('one'))
    expect(shelf.troubles()).toEqual(['DATA_DIR is not writable; see the log for the files concerned'])
    await rm(join(folder, 'a'), { recursive: true })
    await shelf.write('a', Buffer.from('one'))
    expect(shelf.troubles()).toEqual([])
  })

  it('leaves nothing half written behind when it cannot be put in its place', async () => {
    const { folder, shelf, warned } = await make()
    await mkdir(join(folder, 'a', 'taken'), { recursive: true })
    await shelf.write('a', Buffer.from('one'))
    expect(JSON.stringify(warned)).toContain('a cannot be written to DATA_DIR')
    expect(await readdir(folder)).toEqual(['a'])
  })

  it('finds what a killed process had half written gone, once one is written, and nothing else', async () => {
    const { folder, shelf, warned } = await make()
    for (const name of ['a.json.71-3.part', 'b.part', 'c.json']) await writeFile(join(folder, name), 'hal')
    await Promise.all([shelf.write('a.json', Buffer.from('one')), shelf.write('d.json', Buffer.from('two'))])
    expect((await readdir(folder)).sort()).toEqual(['a.json', 'b.part', 'c.json', 'd.json'])
    expect(warned).toEqual([])
  })
})

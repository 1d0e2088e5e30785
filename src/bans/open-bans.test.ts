// Bans by the settings: a file that changes while we run, and what is kept of the interface, over real files and a real database.
import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ban, lift, newFolder } from '../../test/kit/disk.ts'
import { shareIdentity } from '../search/ban-identity.ts'
import { openStore } from '../store/open-store.ts'
import { createVersionCounters } from '../upstream/cache/versions.ts'
import { openBans } from './ban-list.ts'

const noon = Date.UTC(2026, 10, 20, 12)

const mb = 1024 * 1024

function makeLog() {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  return { lines, log: { info: say, warn: say, error: say } }
}

/** The bans of a service that has begun over this folder. */
async function open(folder: string, BANS_FILE?: string) {
  const { lines, log } = makeLog()
  const epochMs = () => noon
  const store = await openStore({ folder, cacheBytes: mb, diskBytes: 16 * mb, log, epochMs })
  onTestFinished(store.close)
  const versions = createVersionCounters()
  const parts = { file: BANS_FILE, records: store.records, spellings: shareIdentity, versions, log, epochMs }
  return { ...(await openBans(parts)), close: store.close, versions, lines }
}

describe('a file of bans', () => {
  async function follow(first: string) {
    const file = join(newFolder(), 'bans.txt')
    await writeFile(file, first)
    const opened = await open(newFolder(), file)
    let changes = 0
    const put = async (text: string) => {
      changes += 1
      await writeFile(file, text)
      await utimes(file, noon / 1_000, noon / 1_000 + changes)
      await opened.tick()
      await opened.tick()
    }
    return { ...opened, file, put }
  }

  it('is read at the start, and again once it is another and stays so', async () => {
    const { bans, file, tick, versions } = await follow('word: one')
    const before = versions.of('some list')
    expect([bans.hasBannedWord('one'), bans.hasBannedWord('two')]).toEqual([true, false])
    await writeFile(file, 'word: two')
    await utimes(file, 1, 1)
    await tick()
    expect(bans.hasBannedWord('two')).toBe(false)
    await tick()
    expect([bans.hasBannedWord('one'), bans.hasBannedWord('two')]).toEqual([false, true])
    expect(versions.of('some list')).not.toEqual(before)
  })

  it('that gets a mistake, or is gone, leaves what it held in force until it is mended, and says so once', async () => {
    const { bans, file, put, tick, problems, lines } = await follow('word: one')
    await put('word: two\nnonsense')
    await tick()
    expect(lines.filter((line) => line.startsWith('BANS_FILE: line 2: must start with'))).toHaveLength(1)
    expect([bans.hasBannedWord('one'), bans.hasBannedWord('two')]).toEqual([true, false])
    expect(problems()).toEqual([expect.stringContaining('BANS_FILE is invalid')])
    await put('word: three')
    expect([bans.hasBannedWord('one'), bans.hasBannedWord('three'), problems()]).toEqual([false, true, []])
    await rm(file)
    await tick()
    expect(lines.at(-1)).toBe('BANS_FILE: cannot be read (ENOENT); using its previous bans until it is fixed')
    expect([bans.hasBannedWord('three'), problems().length]).toEqual([true, 1])
    await put('word: three')
    expect(problems()).toEqual([])
  })

  it('that was away and is back as it was counts again', async () => {
    const { bans, file, tick, problems } = await follow('word: one')
    await rename(file, `${file}.away`)
    await tick()
    expect(problems()).toHaveLength(1)
    await rename(`${file}.away`, file)
    await tick()
    await tick()
    expect([bans.hasBannedWord('one'), problems()]).toEqual([true, []])
  })

  it('is in force whatever the interface has, which takes no more beyond the limit of both', async () => {
    const { bans, put, problems } = await follow('word: one')
    await ban(bans, 'word', 'of the interface')
    await put(Array.from({ length: 10_000 }, (_, at) => `word: word ${at}`).join('\n'))
    expect([problems(), bans.hasBannedWord('word 9999'), bans.hasBannedWord('of the interface')]).toEqual([
      [],
      true,
      true,
    ])
    const add = [{ ...bans.read('word', 'another'), note: '' }]
    expect(await bans.change({ add, remove: [] })).toMatchObject({ state: 'too many' })
    expect(bans.hasBannedWord('another')).toBe(false)
    await lift(bans, 'word', 'of the interface')
    expect(bans.hasBannedWord('of the interface')).toBe(false)
  })

  it.each([
    ['is not there', undefined, /^BANS_FILE: cannot be read \(ENOENT\)$/],
    ['is no text', Buffer.from([0xff, 0xfe, 0x41]), /^BANS_FILE: must be saved as UTF-8$/],
    ['has a mistake', Buffer.from('word: a'), /^BANS_FILE: line 1: word: must be 2 to 100 characters$/],
    ['is too large', Buffer.alloc(5_000_000, '#'), /^BANS_FILE: must be at most 4 MB$/],
  ])('that %s stops the start', async (_what, bytes, sentence) => {
    const file = join(newFolder(), 'bans.txt')
    if (bytes) await writeFile(file, bytes)
    await expect(open(newFolder(), file)).rejects.toThrow(sentence)
  })
})

describe('bans of the interface', () => {
  async function banned(folder: string): Promise<void> {
    const { bans, close } = await open(folder)
    const add = [{ ...bans.read('share', 'https://pan.quark.cn/s/0a1b2c3d4e5f'), note: 'case 7' }]
    expect(await bans.change({ add, remove: [] })).toMatchObject({ state: 'done' })
    await close()
  }
  const kept = { kind: 'share', value: 'https://pan.quark.cn/s/0a1b2c3d4e5f', note: 'case 7', since: noon, from: 'api' }

  it('are there again after a start', async () => {
    const folder = newFolder()
    await banned(folder)
    const { bans } = await open(folder)
    expect(bans.all()).toEqual([kept])
    expect(bans.isShareBanned('quark:0a1b2c3d4e5f')).toBe(true)
  })

  it('that cannot be read stop the start with a sentence that says what to do', async () => {
    const folder = newFolder()
    await writeFile(join(folder, 'bans.json'), '[{"kind":"host","value":"bad.example"},{"kind":"word","value":"x"}]')
    await expect(open(folder)).rejects.toThrow(
      /^the bans cannot be read: bans\.json in DATA_DIR cannot be read \(bans\.json: entry 2: word: must be 2 to 100 characters\): restore it from a backup, or remove it to start without its content$/,
    )
  })

  it('that cannot be written down do not count', async () => {
    const folder = newFolder()
    const { bans, close } = await open(folder)
    await close()
    const add = [{ ...bans.read('word', 'acme'), note: '' }]
    expect(await bans.change({ add, remove: [] })).toMatchObject({ state: 'unwritten' })
    expect([bans.isEmpty(), bans.version()]).toEqual([true, 0])
  })
})

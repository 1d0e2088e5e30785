// Removal of banned links from the archive: at the start, after each change, one run at a time.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ban, createTestBans } from '../../../test/kit/disk.ts'
import type { ArchiveStorage } from '../../store/archive/archive-storage.ts'
import type { StoredSighting } from '../../store/archive/types.ts'
import { createBanPurge } from './open-archive.ts'

function sighting(code: string, more: Partial<StoredSighting> = {}): StoredSighting {
  const share = { key: `quark:${code}`, type: 'quark', url: `https://pan.quark.cn/s/${code}`, password: '' } as const
  const seen = { place: 1, at: undefined, firstSeenAt: 1, lastSeenAt: 2 }
  return { ...share, ...seen, source: 'tg:demo', post: '1', title: 'a title', heading: '', ...more }
}

/** An archive of which two sightings are read at a time. */
function makeShelf(...sightings: readonly StoredSighting[]) {
  let kept = [...sightings]
  const state = { canRead: true, canRemove: true, reads: 0, during: async (_from: number): Promise<void> => undefined }
  const waiting = new Set<StoredSighting>()
  const shelf: Pick<ArchiveStorage, 'dropQueued' | 'scan' | 'remove'> = {
    dropQueued(isUnwanted) {
      for (const one of waiting) if (isUnwanted(one)) waiting.delete(one)
    },
    async scan(from) {
      state.reads += 1
      await state.during(from)
      if (!state.canRead) return undefined
      const part = sightings.slice(from, from + 2).filter((one) => kept.includes(one))
      return { sightings: part, next: from + 2 < sightings.length ? from + 2 : undefined }
    },
    async remove(gone) {
      if (!state.canRemove) return false
      kept = kept.filter(({ key, source }) => !gone.some((one) => one.key === key && one.source === source))
      return true
    },
  }
  return { shelf, state, waiting, left: () => kept.map(({ key }) => key.replace('quark:', '')).join(' ') }
}

function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const lines: string[] = []
const log = {
  info: (line: string) => void lines.push(line),
  warn: (line: string) => void lines.push(line),
  error: (line: unknown) => void lines.push(String(line)),
}

describe('the archive', () => {
  const all = [
    sighting('aaaaaaaaaaaa'),
    sighting('bbbbbbbbbbbb', { title: 'Banned WORD' }),
    sighting('cccccccccccc', { heading: 'banned word' }),
    sighting('dddddddddddd', { source: 'tg:Bad_Channel' }),
    sighting('eeeeeeeeeeee', { key: 'others:x.bad.example/e', url: 'https://x.bad.example/e' }),
    sighting('ffffffffffff', { source: 'plugin:bad_channel' }),
  ]

  it('is cleared at the start of whatever is banned', async () => {
    const { shelf, left } = makeShelf(...all)
    const bans = createTestBans(
      ['share', 'https://pan.quark.cn/s/aaaaaaaaaaaa'],
      ['word', 'banned word'],
      ['channel', 'bad_channel'],
      ['host', 'bad.example'],
    )
    await createBanPurge(shelf, bans, log).idle()
    expect(left()).toBe('ffffffffffff')
    expect(lines.at(-1)).toBe('removed 5 banned entries from the archive')
  })

  it('is left alone while nothing is banned, and gone through once something is', async () => {
    const { shelf, state, left } = makeShelf(...all.slice(0, 2))
    const bans = createTestBans()
    const sweep = createBanPurge(shelf, bans, log)
    await sweep.idle()
    expect(state.reads).toBe(0)
    await ban(bans, 'word', 'banned word')
    await sweep.idle()
    expect(left()).toBe('aaaaaaaaaaaa')
  })

  it('is gone through anew when more is banned meanwhile, by one at a time', async () => {
    const { shelf, state, left } = makeShelf(...all)
    const bans = createTestBans(['word', 'banned word'])
    state.during = async (from) => {
      if (from === 2 && !bans.isShareBanned('quark:aaaaaaaaaaaa')) {
        await ban(bans, 'share', 'https://pan.quark.cn/s/aaaaaaaaaaaa')
      }
    }
    await createBanPurge(shelf, bans, log).idle()
    expect(left()).toBe('dddddddddddd others:x.bad.example/e ffffffffffff')
    expect(state.reads).toBe(5)
  })

  it('takes nothing in that waits to be written and is banned', async () => {
    const { shelf, waiting } = makeShelf()
    const [clean, dirty] = [sighting('aaaaaaaaaaaa'), sighting('bbbbbbbbbbbb', { title: 'Banned WORD' })]
    for (const one of [clean, dirty]) waiting.add(one)
    const bans = createTestBans()
    const sweep = createBanPurge(shelf, bans, log)
    await ban(bans, 'word', 'banned word')
    await sweep.idle()
    expect([...waiting]).toEqual([clean])
  })

  it.each([
    ['read', 'canRead', 'could not be scanned'],
    ['cleared', 'canRemove', 'could not be removed from the archive'],
  ] as const)('that cannot be %s says so once, and is cleared as soon as it can', async (_what, can, words) => {
    holdTimers()
    const before = lines.length
    const { shelf, state, left } = makeShelf(...all.slice(0, 2))
    state[can] = false
    const sweep = createBanPurge(shelf, createTestBans(['word', 'banned word']), log)
    await sweep.idle()
    for (const isMended of [false, true]) {
      state[can] = isMended
      vi.advanceTimersByTime(60_000)
      await sweep.idle()
    }
    expect(left()).toBe('aaaaaaaaaaaa')
    expect(lines.slice(before)).toEqual([expect.stringContaining(words), expect.stringContaining('1 banned entries')])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('that could not be cleared is cleared at the next change already', async () => {
    holdTimers()
    const { shelf, state, left } = makeShelf(...all.slice(0, 2))
    state.canRemove = false
    const bans = createTestBans(['word', 'banned word'])
    const sweep = createBanPurge(shelf, bans, log)
    await sweep.idle()
    await ban(bans, 'word', 'another')
    await sweep.idle()
    expect(vi.getTimerCount()).toBe(1)
    state.canRemove = true
    await ban(bans, 'word', 'a third')
    await sweep.idle()
    expect(left()).toBe('aaaaaaaaaaaa')
  })
})

// The archive is cleared of what is banned: at the start, after each change, and once at a time.
import { describe, expect, it } from 'vitest'
import { ban, makeBans } from '../../../test/kit/bans.ts'
import { createBanSweep } from './ban-sweep.ts'
import type { ArchiveShelf, KeptSighting } from './sighting.ts'

function sighting(code: string, more: Partial<KeptSighting> = {}): KeptSighting {
  const share = { key: `quark:${code}`, type: 'quark', url: `https://pan.quark.cn/s/${code}`, password: '' } as const
  const seen = { at: undefined, firstSeenAt: 1, lastSeenAt: 2 }
  return { ...share, ...seen, source: 'tg:demo', post: '1', title: 'a title', heading: '', ...more }
}

/** An archive of which two sightings are read at a time. */
function makeShelf(...sightings: readonly KeptSighting[]) {
  let kept = [...sightings]
  const state = { canRemove: true, reads: 0, during: async (_from: number): Promise<void> => undefined }
  const shelf: Pick<ArchiveShelf, 'stretch' | 'remove'> = {
    async stretch(from) {
      state.reads += 1
      await state.during(from)
      const part = sightings.slice(from, from + 2).filter((one) => kept.includes(one))
      return { sightings: part, next: from + 2 < sightings.length ? from + 2 : undefined }
    },
    async remove(gone) {
      if (!state.canRemove) return false
      kept = kept.filter(({ key, source }) => !gone.some((one) => one.key === key && one.source === source))
      return true
    },
  }
  return { shelf, state, left: () => kept.map(({ key }) => key.replace('quark:', '')).join(' ') }
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
    const bans = makeBans(
      ['share', 'https://pan.quark.cn/s/aaaaaaaaaaaa'],
      ['word', 'banned word'],
      ['channel', 'bad_channel'],
      ['host', 'bad.example'],
    )
    await createBanSweep({ shelf, bans, log }).idle()
    expect(left()).toBe('ffffffffffff')
    expect(lines.at(-1)).toBe('5 entries of the archive were banned and are gone')
  })

  it('is left alone while nothing is banned, and gone through once something is', async () => {
    const { shelf, state, left } = makeShelf(...all.slice(0, 2))
    const bans = makeBans()
    const sweep = createBanSweep({ shelf, bans, log })
    await sweep.idle()
    expect(state.reads).toBe(0)
    await ban(bans, 'word', 'banned word')
    await sweep.idle()
    expect(left()).toBe('aaaaaaaaaaaa')
  })

  it('is gone through anew when more is banned meanwhile, by one at a time', async () => {
    const { shelf, state, left } = makeShelf(...all)
    const bans = makeBans(['word', 'banned word'])
    state.during = async (from) => {
      if (from === 2 && !bans.isShareBanned('quark:aaaaaaaaaaaa')) {
        await ban(bans, 'share', 'https://pan.quark.cn/s/aaaaaaaaaaaa')
      }
    }
    await createBanSweep({ shelf, bans, log }).idle()
    expect(left()).toBe('dddddddddddd others:x.bad.example/e ffffffffffff')
    expect(state.reads).toBe(5)
  })

  it('that cannot be cleared says so, and is cleared at the next change', async () => {
    const { shelf, state, left } = makeShelf(...all.slice(0, 2))
    state.canRemove = false
    const bans = makeBans(['word', 'banned word'])
    const sweep = createBanSweep({ shelf, bans, log })
    await sweep.idle()
    expect(lines.at(-1)).toContain('could not be taken out of the archive')
    state.canRemove = true
    await ban(bans, 'word', 'another')
    await sweep.idle()
    expect(left()).toBe('aaaaaaaaaaaa')
  })
})

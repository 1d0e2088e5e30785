// Tests faults of one channel: the failure has the right name, and the other sources' answers are complete.
import { describe, expect, it } from 'vitest'
import type { FaultKind } from '../../standin/faults.ts'
import { isFull } from '../kit/case-count.ts'
import { startTrawl } from '../kit/trawl.ts'

const channels = ['well_one', 'well_two', 'ill_one', 'well_three']

/** The expected failure name of each fault; `answered` when the page is still readable. */
const faults: readonly (readonly [FaultKind, string])[] = [
  ['reset', 'network'],
  ['500', 'unavailable'],
  ['502', 'unavailable'],
  ['503', 'unavailable'],
  ['504', 'unavailable'],
  ['shell', 'mismatch'],
  ['garbage', 'mismatch'],
  ['half', 'network'],
  ['truncated', 'mismatch'],
  ['sends-gbk', 'mismatch'],
  ['declares-gbk', 'answered'],
  ['no-posts', 'answered'],
  ['huge', 'mismatch'],
  ['bomb', 'mismatch'],
]

/** Those that end by a time-out; they run with all tests only. */
const slowFaults: readonly (readonly [FaultKind, string])[] = [
  ['hang', 'timeout'],
  ['slow-drip', 'timeout'],
  ['endless', 'timeout'],
]

describe('a channel whose upstream fails', () => {
  it.each([...faults, ...(isFull ? slowFaults : [])])(
    'by %s is %s, and the others answer as if nothing were',
    async (kind, called) => {
      const { search, standin, errors } = await startTrawl(channels, { hasSourceTimeouts: called === 'timeout' })
      const request = { kw: '第', conc: 128, res: 'results' }
      const healthy = await search({ ...request, channels: channels.filter((name) => name !== 'ill_one') })
      standin.setFaults({ kind, match: '/s/ill_one' })
      const { data, warnings = [], meta } = await search({ ...request, refresh: true })
      const results = 'results' in data ? data.results : []
      const others = results.filter(({ channel }) => channel !== 'ill_one')
      expect(others).toEqual('results' in healthy.data ? healthy.data.results : [])
      const named = warnings.map(({ source, detail }) => `${source} ${detail.split(':')[0]}`)
      expect(named).toEqual(called === 'answered' ? [] : [`tg:ill_one ${called}`])
      expect(meta.sources.failed).toBe(called === 'answered' ? 0 : 1)
      expect(errors).toEqual([])
    },
  )

  it('is served from what it gave before, and the answer says so', async () => {
    const { search, standin } = await startTrawl(channels)
    const before = await search({ kw: '第' })
    standin.setFaults({ kind: '503', match: '/s/ill_one' })
    const { data, warnings } = await search({ kw: '第', refresh: true })
    expect(data).toEqual(before.data)
    expect(warnings).toMatchObject([{ source: 'tg:ill_one', detail: expect.stringContaining('its answer of') }])
  })
})

describe('a channel that is throttled in disguise', () => {
  it('is named as blocked when it finds nothing where it had found posts, which stay', async () => {
    const { search, standin } = await startTrawl(channels)
    const before = await search({ kw: '第' })
    standin.setFaults({ kind: 'no-posts' })
    const { data, warnings } = await search({ kw: '第', refresh: true })
    expect(data).toEqual(before.data)
    expect(warnings?.map(({ detail }) => detail.split(':')[0])).toEqual(channels.map(() => 'blocked'))
  })
})

describe('an upstream that blocks us', () => {
  it.each(['429', '429-retry-after', 'challenge-403', 'challenge-503', 'challenge-200'] as const)(
    'by %s is left alone from then on',
    async (kind) => {
      const { search, standin } = await startTrawl(channels)
      standin.setFaults({ kind })
      const first = await search({ kw: '第', conc: 1 })
      const details = first.warnings?.map(({ detail }) => detail.split(':')[0])
      expect(details).toEqual(['blocked', 'open', 'open', 'open'])
      standin.setFaults()
      const second = await search({ kw: '第', conc: 1 })
      expect(second.meta.sources.failed).toBe(4)
      expect(standin.asked()).toHaveLength(1)
    },
  )
})

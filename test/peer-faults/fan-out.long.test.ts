// Tests the peer's faults with many sources: stalls, repeated requests, lost or mixed results, unwanted requests.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { defaultChannels } from '../../src/search/catalogue.ts'
import { createSites } from '../../standin/sites.ts'
import { hostsOf, patient, seed, startAll, timesAsked } from './parts.ts'

const many = defaultChannels.slice(0, 40)
const everySource = many.length + 45

describe('more sources than five times the limit', () => {
  it.each([1, 2, 10])('end, each asked once, with the answer that no limit would give (conc %d)', async (conc) => {
    const [limited, free] = await Promise.all([startAll({ channels: many }), startAll({ channels: many })])
    const request = { kw: '纸鹤', res: 'all', ext: { deadline_ms: 30_000 } }
    const answer = await limited.search({ ...request, conc })
    expect(answer.meta).toMatchObject({ complete: true, sources: { asked: everySource, pending: 0 } })
    expect(answer).toEqual(await free.search({ ...request, conc: 256 }))
    expect(answer.data.total).toBeGreaterThan(80)
    const times = timesAsked(limited.standin.asked())
    expect(times).toEqual(timesAsked(free.standin.asked()))
    expect(new Set(Object.values(times))).toEqual(new Set([1]))
  })
})

describe('a source that answers after the deadline', () => {
  it('is asked once however many wait for it, and the repeat has what it brought', async () => {
    const [slow, healthy] = await Promise.all([startAll(), startAll()])
    slow.standin.setFaults({ kind: 'slow-start', amount: 400 })
    const request = { kw: '纸鹤', conc: 256, res: 'all' }
    const hasty = { ...request, ext: { deadline_ms: 200 } }
    const [first, second] = await Promise.all([slow.search(hasty), slow.search(hasty)])
    expect(first.meta).toEqual({ complete: false, sources: { asked: 48, answered: 0, failed: 0, pending: 48 } })
    expect(second).toEqual(first)
    const repeat = await slow.search({ ...request, ...patient })
    expect(repeat).toEqual(await healthy.search({ ...request, ...patient }))
    expect(timesAsked(slow.standin.asked())).toEqual(timesAsked(healthy.standin.asked()))
  })
})

describe('a search of every source', () => {
  it('asks no host but theirs, whatever addresses their answers hold', async () => {
    const { search, standin } = await startAll()
    for (const kw of ['纸鹤', '第', 'linux', 'http://127.0.0.1:1/']) await search({ kw, ...patient })
    const played = new Set([...createSites(seed, new Date(0)).keys(), 't.me'])
    expect(hostsOf(standin.asked()).filter((host) => !played.has(host))).toEqual([])
    expect(hostsOf(standin.asked()).length).toBeGreaterThan(17)
  })

  it('with refresh reaches the hosts of all plugins again, except for a catalogue that is stored as a file', async () => {
    const { search, standin } = await startAll()
    const request = { kw: '纸鹤', res: 'all', ...patient }
    const before = await search(request)
    const asked = hostsOf(standin.asked())
    const count = standin.asked().length
    await search(request)
    expect(standin.asked().length).toBe(count)
    expect(await search({ ...request, refresh: true })).toEqual(before)
    const again = hostsOf(standin.asked().slice(count))
    expect(asked.filter((host) => !again.includes(host))).toEqual(['academictorrents.com'])
  })
})

describe('a service nobody asks', () => {
  it('asks nobody, for a day', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { standin } = await startAll()
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000)
    expect(standin.asked()).toEqual([])
  })
})

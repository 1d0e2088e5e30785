// Tests the peer's cache faults: empty and partial answers cached as complete.
import { describe, expect, it } from 'vitest'
import type { FaultKind, FaultRule } from '../../standin/faults.ts'
import { fewChannels, holdClock, patient, reportedOf, startAll, timesAsked } from './parts.ts'

const minute = 60_000
const request = { kw: '纸鹤', res: 'all', ...patient }
const everySource = fewChannels.length + 45

/** The last requested address that contains this text. */
function lastOf(asked: readonly { readonly upstreamUrl: string }[], text: string): string {
  return asked.findLast(({ upstreamUrl }) => upstreamUrl.includes(text))?.upstreamUrl ?? 'none'
}

/** Faults of all upstreams at once, and the allowed failure names. */
const outages: readonly (readonly [FaultKind, readonly string[]])[] = [
  ['500', ['unavailable', 'open']],
  ['reset', ['network', 'open']],
  // Some sites answer with JSON in a page of their own when they refuse.
  ['garbage', ['mismatch', 'blocked']],
  ['shell', ['mismatch', 'unavailable', 'blocked']],
  ['challenge-403', ['blocked', 'open']],
]

describe('an outage of every upstream', () => {
  it.each(outages)('by %s is reported for each source by name, and forgotten once it is over', async (kind, called) => {
    const clock = holdClock()
    const [service, healthy] = await Promise.all([startAll(), startAll()])
    service.standin.setFaults({ kind })
    const during = await service.search(request)
    expect(during.data).toEqual({ total: 0, results: [], merged_by_type: {} })
    const names = new Set(during.warnings?.map(({ source }) => source))
    expect(names.size).toBe(everySource)
    expect(during.meta.sources.failed).toBe(everySource)
    expect(reportedOf(during).filter((text) => !called.includes(text.split(' ')[2] ?? ''))).toEqual([])

    service.standin.setFaults()
    const soon = await service.search(request)
    expect(soon.meta.sources.failed).toBe(soon.warnings?.length ?? 0)
    expect(soon.meta.sources.answered + soon.meta.sources.failed).toBe(everySource)
    // The longest pause after an upstream failure, of members of an engine that refused.
    clock.advance(30 * minute)
    expect(await service.search(request)).toEqual(await healthy.search(request))
    expect(service.errors).toEqual([])
  })

  it('by hanging is not waited for beyond the deadline, is named, and forgotten once it is over', async () => {
    const [service, healthy] = await Promise.all([startAll({ hasSourceTimeouts: true }), startAll()])
    const whole = await healthy.search(request)
    // The catalogue is a large file with a timeout of minutes; src/upstream/ask/file-mirror.test.ts tests one that
    // hangs.
    service.standin.setFaults({ kind: 'slow-start', host: 'academictorrents.com', amount: 0 }, { kind: 'hang' })
    const during = await service.search({ ...request, ext: { deadline_ms: 300 } })
    expect(during.meta.complete).toBe(false)
    // The catalogue is read within the deadline or not.
    expect(during.meta.sources.pending).toBeGreaterThanOrEqual(everySource - 1)
    expect(during.meta.sources.answered + during.meta.sources.pending).toBe(everySource)
    expect(during.warnings).toMatchObject([{ kind: 'deadline_reached' }])
    service.standin.setFaults()
    const joined = await service.search(request)
    const text = reportedOf(joined)
    expect(text).toEqual(expect.arrayContaining(fewChannels.map((name) => `source_failed tg:${name} timeout`)))
    expect(text.filter((one) => !/^source_failed \S+ timeout$/.test(one))).toEqual([])
    // Sites with several addresses were asked at the next one, whose answers may be others.
    const third = await service.search(request)
    expect({ meta: third.meta, warnings: third.warnings }).toEqual({ meta: whole.meta, warnings: whole.warnings })
  })
})

describe('a partial outage', () => {
  it('is completed by the next search, which asks the failed sources and no other', async () => {
    const [service, healthy] = await Promise.all([startAll(), startAll()])
    const rules: FaultRule[] = [
      { kind: '503', match: '/s/demo_two' },
      { kind: 'reset', host: 'www.melost.cn' },
    ]
    service.standin.setFaults(...rules)
    const during = await service.search(request)
    expect(reportedOf(during)).toEqual(['source_failed tg:demo_two unavailable', 'source_failed plugin:melost network'])
    service.standin.setFaults()
    const count = service.standin.asked().length
    expect(await service.search(request)).toEqual(await healthy.search(request))
    const hosts = service.standin
      .asked()
      .slice(count)
      .map(({ upstreamUrl }) => new URL(upstreamUrl).host)
    expect(new Set(hosts)).toEqual(new Set(['t.me', 'www.melost.cn']))
    expect(lastOf(service.standin.asked().slice(count), 't.me')).toContain('/s/demo_two?')
  })

  it('of details is reported, served for a minute and then completed, keeping the details that arrived', async () => {
    const clock = holdClock()
    const [service, healthy] = await Promise.all([startAll(), startAll()])
    const whole = await healthy.search(request)
    const details = ['/doc/demo', '//yydsys.de5.net/index.php/vod/detail/'].map((part) =>
      lastOf(healthy.standin.asked(), part),
    )
    service.standin.setFaults(...details.map((match) => ({ kind: '503', match }) as const))
    const part = await service.search(request)
    expect(reportedOf(part)).toEqual([
      'source_partial plugin:duoduo a part is missing; unavailable',
      'source_partial plugin:sousou a part is missing; unavailable',
    ])
    expect(part.data.total).toBeGreaterThan(0)
    service.standin.setFaults()
    const count = service.standin.asked().length
    clock.advance(minute - 1)
    expect(await service.search(request)).toEqual(part)
    expect(service.standin.asked().length).toBe(count)
    clock.advance(1)
    expect(await service.search(request)).toEqual(whole)
    const again = Object.keys(timesAsked(service.standin.asked().slice(count)))
    expect(again.filter((url) => details.includes(url))).toEqual(details.toSorted())
  })
})

// Tests fairness: one client repeats the largest allowed request, and other clients' searches are still answered.
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type SearchRequest, searchRequest } from '../src/contract/search.ts'
import { createLoadShedder } from '../src/http/load-shedding.ts'
import { createMetrics } from '../src/observability/metrics.ts'
import { createSearch } from '../src/search/search.ts'
import { createTrackRecord } from '../src/search/source-track-record.ts'
import type { Transport } from '../src/upstream/net/transport.ts'
import { createSourceStatistics } from '../src/upstream/stats/source-statistics.ts'
import { seeded } from './kit/clocks.ts'
import { makeUpstream } from './kit/wire.ts'

const log = pino({ level: 'silent' })

/** Capacity must not depend on how busy the machine of the test is. */
const idleLoop = {
  delay: { mean: Number.NaN, count: 0, enable: () => true, reset: () => undefined },
  activeMs: () => 0,
  cpuMs: () => 0,
}

/** The smallest page that is a valid channel page without results. */
const emptyPage = Buffer.from('<div class="tgme_channel_info"></div><section class="tgme_channel_history"></section>')

/** A t.me that takes 0.4 to 1.2 s per page. */
function slowSite(asked: string[]): Transport {
  const random = seeded(21)
  return {
    async send({ url, signal }) {
      asked.push(url.pathname)
      const over = Promise.withResolvers<void>()
      const timer = setTimeout(over.resolve, 400 + 800 * random())
      signal.addEventListener('abort', () => over.reject(signal.reason), { once: true })
      await over.promise.finally(() => clearTimeout(timer))
      return { status: 200, headers: {}, body: Readable.from([emptyPage]), discard: () => undefined }
    },
    close: async () => undefined,
  }
}

function start() {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
  onTestFinished(() => void vi.useRealTimers())
  const metrics = createMetrics()
  const asked: string[] = []
  const { upstream } = makeUpstream({ transport: slowSite(asked), metrics, activeMs: () => 0 })
  const capacity = createLoadShedder({
    maxLagMs: 500,
    metrics,
    log,
    random: () => 0.5,
    loop: idleLoop,
  })
  const search = createSearch({
    ...{
      upstream,
      capacity,
      epochMs: Date.now,
      record: createTrackRecord(createSourceStatistics(Date.now)),
      plugins: new Map(),
    },
    channels: Array.from({ length: 116 }, (_, at) => `listed_${at}`),
    ...{ defaultConc: 10, deadlineMs: 8_000, earlyMs: 4_000 },
  })
  const ask = (client: string, fields: Partial<SearchRequest>) =>
    search.answer(searchRequest.parse({ conc: 128, ...fields }), new AbortController().signal, client)
  return { ask, search, asked }
}

it('a client that names 500 channels a search over and over leaves others their share of the host that all ask', async () => {
  const { ask, asked } = start()
  let searches = 0
  const attack = () => {
    for (const one of [1, 2, 3]) {
      searches += 1
      const channels = Array.from({ length: 500 }, (_, at) => `made_up_${searches}_${at}`)
      ask('203.0.113.9', { kw: `attack ${searches} ${one}`, channels, conc: 256 }).catch(() => undefined)
    }
  }
  attack()
  const attacking = setInterval(attack, 2_000)
  onTestFinished(() => clearInterval(attacking))
  await vi.advanceTimersByTimeAsync(6_000)

  const answered: number[] = []
  for (const kw of ['one', 'two']) {
    const answer = ask('198.51.100.7', { kw })
    await vi.advanceTimersByTimeAsync(8_100)
    answered.push((await answer).body.meta.sources.answered)
  }
  expect(answered).toEqual([116, 116])
  // The greedy client is served from the remaining capacity.
  expect(asked.filter((path) => path.includes('made_up')).length).toBeGreaterThan(1_000)
})

it('a search counts as one request, and as one more for each ten channels that are not listed', () => {
  const { search } = start()
  const countOf = (fields: object) => search.requestCount(searchRequest.parse({ kw: 'q', ...fields }))
  const channels = (count: number) => Array.from({ length: count }, (_, at) => `made_up_${at}`)
  expect(countOf({})).toBe(1)
  expect(countOf({ channels: Array.from({ length: 116 }, (_, at) => `Listed_${at}`) })).toBe(1)
  expect(countOf({ channels: channels(10) })).toBe(1)
  expect(countOf({ channels: [...channels(11), 'listed_1'] })).toBe(2)
  expect(countOf({ channels: channels(512) })).toBe(52)
  expect(countOf({ src: 'plugin', channels: channels(512) })).toBe(1)
})

// Measures the first answer of a default search: its time, and its share of the links of a complete search, in list order and in learned order.
import { pino } from 'pino'
import { searchRequest } from '../src/contract/search.ts'
import { createMetrics } from '../src/observability/metrics.ts'
import { defaultChannels } from '../src/search/catalogue.ts'
import { loadPlugins } from '../src/search/load-plugins.ts'
import { createSearch, type Search } from '../src/search/search.ts'
import { createTrackRecord, type TrackRecord } from '../src/search/source-track-record.ts'
import { createMemoryAnswers } from '../src/store/memory/tiered-answers.ts'
import { createTransport } from '../src/upstream/net/transport.ts'
import { createSourceStatistics } from '../src/upstream/stats/source-statistics.ts'
import { createUpstream } from '../src/upstream/upstream.ts'
import { startStandinProcess } from './processes.ts'
import { spread } from './statistics.ts'

const seed = 11
const deadlineMs = 8_000

/** Searched before the measurement, for the service to learn from. */
const before = ['灯塔', '山谷', '云海', '第一季', 'linux', '电台', '青石', '潮汐']
const counted = ['纸鹤', '雨巷', '星桥', '旧港', '麦田', '远山', '晨雾', '4K', '渡口', '萤火', '风铃', '夜航']

/** The first answer to a keyword. */
interface FirstAnswer {
  readonly seconds: number
  /** Percent of the links that a complete search finds. */
  readonly percent: number
}

/** Prints time and share of links of first answers, in list order and in learned order. */
export async function benchOrder(): Promise<void> {
  console.info(
    '\nOrder of asking: searches of all channels and plugins by default, ordinary conditions, the same seed for both',
  )
  const orders: Readonly<Record<string, (record: TrackRecord) => TrackRecord>> = {
    'plain order': (record) => ({ ...record, rankSources: (sources) => [...sources] }),
    [`learned order, after ${before.length} searches`]: (record) => record,
  }
  for (const [name, orderedBy] of Object.entries(orders)) {
    const answers = await firstAnswers(orderedBy)
    const [seconds, percents] = [answers.map((one) => one.seconds), answers.map((one) => one.percent)]
    console.info(
      `  ${name.padEnd(32)} ${spread(seconds, 2)} s, ${spread(percents, 1)} % of the links, ${counted.length} searches`,
    )
  }
}

async function firstAnswers(orderedBy: (record: TrackRecord) => TrackRecord): Promise<FirstAnswer[]> {
  const standin = await startStandinProcess('ordinary', seed)
  const log = pino({ level: 'error' })
  const plugins = await loadPlugins({}, {}, log)
  const statistics = createSourceStatistics(Date.now)
  const record = orderedBy(createTrackRecord(statistics, plugins.values()))
  const upstream = createUpstream({
    transport: createTransport({ gateway: new URL(standin.url), proxyFor: () => undefined }),
    answers: createMemoryAnswers(200_000_000, Date.now),
    fileStorage: { read: async () => undefined, write: () => undefined },
    onAskEnd: statistics.record,
    metrics: createMetrics(),
    log,
    epochMs: Date.now,
    random: Math.random,
  })
  const parts = { channels: defaultChannels, plugins, upstream, deadlineMs, earlyMs: 4_000, defaultConc: 10 }
  const search = createSearch({ ...parts, record, epochMs: Date.now })
  // The order is learned from the first answers alone.
  const complete = createSearch({
    ...parts,
    earlyMs: 30_000,
    record: { ...record, recordUnique: () => undefined },
    epochMs: Date.now,
  })
  const totalOf = async ({ answer }: Search, fields: object) =>
    (await answer(searchRequest.parse(fields), new AbortController().signal)).body.data.total
  try {
    for (const kw of before) await totalOf(search, { kw })
    const answers: FirstAnswer[] = []
    for (const kw of counted) {
      const startedAt = performance.now()
      const links = await totalOf(search, { kw })
      const seconds = (performance.now() - startedAt) / 1_000
      const all = await totalOf(complete, { kw, conc: 128, ext: { deadline_ms: 30_000 } })
      answers.push({ seconds, percent: (100 * links) / all })
    }
    return answers
  } finally {
    await upstream.close()
    await standin.stop()
  }
}

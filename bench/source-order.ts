// Measures the learned source order: links before an early deadline with few concurrent requests, compared with the plain order.
import { pino } from 'pino'
import { searchRequest } from '../src/contract/search.ts'
import { createMetrics } from '../src/observability/metrics.ts'
import { defaultChannels } from '../src/search/catalogue.ts'
import { loadPlugins } from '../src/search/load-plugins.ts'
import { createSearch } from '../src/search/search.ts'
import { createTrackRecord, type TrackRecord } from '../src/search/source-track-record.ts'
import { createMemoryAnswers } from '../src/store/memory/memory-answers.ts'
import { createTransport } from '../src/upstream/net/transport.ts'
import { createUpstream } from '../src/upstream/upstream.ts'
import { startStandinProcess } from './processes.ts'
import { spread } from './statistics.ts'

const seed = 11
const conc = 10
const deadlineMs = 2_500

/** Searched before the measurement, for the service to learn from. */
const before = ['灯塔', '山谷', '云海', '第一季', 'linux', '电台', '青石', '潮汐']
const counted = ['纸鹤', '雨巷', '星桥', '旧港', '麦田', '远山', '晨雾', '4K', '渡口', '萤火', '风铃', '夜航']

/** Prints the links before the deadline, by source, in list order and in learned order. */
export async function benchOrder(): Promise<void> {
  console.info(
    `\nOrder of asking: all channels and plugins, conc=${conc}, deadline ${deadlineMs} ms, ordinary weather, the same seed for both`,
  )
  const plain = await linksByDeadline((record) => ({ ...record, rankSources: (sources) => [...sources] }))
  const learned = await linksByDeadline((record) => record)
  const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)
  console.info(`  plain order    ${spread(plain)} links a search, ${sum(plain)} in all`)
  console.info(`  learned order  ${spread(learned)} links a search, ${sum(learned)} in all`)
  console.info(
    `  learned / plain ${(sum(learned) / sum(plain)).toFixed(2)} after ${before.length} searches, more in ${plain.filter((links, at) => (learned[at] ?? 0) > links).length} of ${counted.length}`,
  )
}

async function linksByDeadline(orderedBy: (record: TrackRecord) => TrackRecord): Promise<number[]> {
  const standin = await startStandinProcess('ordinary', seed)
  const record = createTrackRecord()
  const log = pino({ level: 'error' })
  const upstream = createUpstream({
    transport: createTransport({ gateway: new URL(standin.url), proxyFor: () => undefined }),
    answers: createMemoryAnswers(200_000_000, Date.now),
    fileStorage: { read: async () => undefined, write: async () => undefined },
    onAskEnd: record.recordAsk,
    metrics: createMetrics(),
    log,
    epochMs: Date.now,
    random: Math.random,
  })
  const plugins = await loadPlugins(undefined, {}, log)
  const parts = {
    channels: defaultChannels,
    plugins,
    upstream,
    record: orderedBy(record),
    deadlineMs,
    earlyMs: deadlineMs,
    defaultConc: conc,
    epochMs: Date.now,
  }
  const search = createSearch(parts)
  const links = async (kw: string) => {
    const answer = await search.answer(searchRequest.parse({ kw, conc }), new AbortController().signal)
    return answer.body.data.total
  }
  try {
    for (const kw of before) await links(kw)
    const figures: number[] = []
    for (const kw of counted) figures.push(await links(kw))
    return figures
  } finally {
    await upstream.close()
    await standin.stop()
  }
}

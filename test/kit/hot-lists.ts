// Hot lists over the real upstream code and scripted sites; time moves only when the test advances it.
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { buildLists, type HotList } from '../../src/hotlist/build-lists.ts'
import { createHotLists, onAskEnd } from '../../src/hotlist/create-hot-lists.ts'
import type { HotItem, List } from '../../src/hotlist/list-definition.ts'
import { createRefreshSchedule } from '../../src/hotlist/refresh/schedule.ts'
import type { StoryMemory } from '../../src/hotlist/stories/earlier-stories.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import type { HistoryStorage } from '../../src/store/history/history-storage.ts'
import type { AnswerCache } from '../../src/upstream/cache/answer-entry.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import { createSourceStatistics } from '../../src/upstream/stats/source-statistics.ts'
import { createTestBans } from './disk.ts'
import { makeAnswers, makeUpstream } from './wire.ts'

type Text = string | number | Whole

/**
 * A site's reply: the words of its list, a status or a whole reply; as a promise, or as a function called for each
 * attempt.
 */
type Saying = Text | Promise<Text> | (() => Promise<Text>)

interface Whole {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A reply that never comes. */
export const silence = new Promise<never>(() => undefined)

/** Creates a clock and timers that move only with `advance`. */
function makeTime() {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
  onTestFinished(() => void vi.useRealTimers())
  return {
    now: () => Date.now(),
    /** Advances the clock and runs due timers. 0 runs pending promises only. */
    advance: async (ms: number) => void (await vi.advanceTimersByTimeAsync(ms)),
  }
}

/** Creates one site per list; each attempt gets the next scripted reply, and the last reply repeats. */
function makeSites() {
  const sayings = new Map<string, readonly Saying[]>()
  const asked: string[] = []
  const left: string[] = []
  const next = (id: string): Saying => {
    const [first = 404, ...rest] = sayings.get(id) ?? []
    if (rest.length > 0) sayings.set(id, rest)
    return first
  }
  const send: Transport['send'] = async ({ url, signal }) => {
    const id = url.hostname.replace('.site.test', '')
    asked.push(id)
    const ended = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => {
      left.push(id)
      ended.reject(signal.reason)
    })
    const saying = next(id)
    return replyOf(await Promise.race([typeof saying === 'function' ? saying() : saying, ended.promise]))
  }
  return {
    transport: { send, close: async () => undefined },
    says: (id: string, ...text: readonly Saying[]) => void sayings.set(id, text),
    /** The site of each attempt, in the order in which they began. */
    asked,
    timesAsked: (id: string) => asked.filter((one) => one === id).length,
    /** The site of each attempt that was aborted before its reply. */
    left,
  }
}

/** Replies after `ms` milliseconds. */
export function later(ms: number, text: Text): () => Promise<Text> {
  return () => new Promise((resolve) => setTimeout(resolve, ms, text))
}

function replyOf(text: Text) {
  const bare = typeof text === 'string' ? { body: text } : text
  const { status = 200, headers = {}, body = '' } = typeof bare === 'number' ? { status: bare } : bare
  return { status, headers, body: inOne(Buffer.from(body)), discard: () => undefined }
}

async function* inOne(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}

/** The address of a list's site. */
export function siteOf(id: string): string {
  return `https://${id}.site.test/`
}

/** Parses the words of a page as list items. */
export function itemsIn(page: string): HotItem[] {
  const words = page.split(' ').filter((word) => word !== '')
  return words.map((word) => ({ id: word, title: word, url: `https://items.site.test/${word}` }))
}

/** Differences from the default list: interval one minute, one attempt, reads the words of its site. */
export type Rows = Readonly<Record<string, Partial<List>>>

/** The lists by id; the family is the part of the id before a dash. */
function listsOf(rows: Rows): Map<string, HotList> {
  const lists = Object.entries(rows).flatMap(([id, row]) => {
    const list: List = {
      type: 'hottest',
      interval: 60,
      ask: async (io) => itemsIn(await io.text(siteOf(id))),
      ...row,
      limits: { attempts: 1, ...row.limits },
    }
    const name = id.replace(/-.*/, '')
    const home = siteOf(id)
    return buildLists(name, { name: `site ${name}`, home, column: 'tech', color: '#336699', lists: { [id]: list } })
  })
  return new Map(lists.map((list) => [list.id, list]))
}

/**
 * Creates empty hot lists, or lists with the stored `answers` of an earlier process. Internal errors go to `errors`.
 */
export function makeHotLists(
  rows: Rows,
  random: () => number = () => 0,
  answers: AnswerCache = makeAnswers(() => Date.now()),
  { history, storyMemory }: { history?: HistoryStorage; storyMemory?: StoryMemory } = {},
) {
  const time = makeTime()
  const sites = makeSites()
  const all = listsOf(rows)
  const schedule = createRefreshSchedule(time.now, random)
  const statistics = createSourceStatistics(time.now)
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const recordInSchedule = onAskEnd(all, schedule, log)
  const metrics = createMetrics()
  const { upstream } = makeUpstream({
    transport: sites.transport,
    answers,
    onAskEnd(source, outcome) {
      statistics.record(source, outcome)
      recordInSchedule(source, outcome)
    },
    metrics,
    log,
    epochMs: time.now,
    random,
  })
  const bans = createTestBans()
  const made = createHotLists({ all, upstream, schedule, bans, metrics, history, storyMemory, log, epochMs: time.now })
  const list = (id: string): HotList => {
    const found = all.get(id)
    if (!found) throw new Error(`there is no list ${id}`)
    return found
  }
  const errors = () => lines.filter(({ level }) => Number(level) >= 50)
  return { ...made, all, list, bans, schedule, statistics, metrics, upstream, time, sites, lines, errors }
}

/** A signal that never aborts. */
export function staying(): AbortSignal {
  return new AbortController().signal
}

/** Waits for `ms` milliseconds. @throws (rejects) with the reason of the signal when that aborts. */
export async function pauseUnless(ms: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    over.reject(signal.reason)
  })
  await over.promise
}

// Watches over records in memory, with a clock that tests move, and local servers in place of the services of notifiers.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Riser } from '../../src/contract/hotlist-history.ts'
import type { TrendStory } from '../../src/contract/hotlist-trends.ts'
import { watchRequest } from '../../src/contract/watches.ts'
import { createTransport } from '../../src/upstream/net/transport.ts'
import { createDailyMessages } from '../../src/watches/daily-message.ts'
import { parseNotifier } from '../../src/watches/declared-notifier.ts'
import { createDeliveries } from '../../src/watches/deliveries.ts'
import { createDigest } from '../../src/watches/digest.ts'
import type { WatchMessage } from '../../src/watches/notifier-requests.ts'
import type { Notifier } from '../../src/watches/notifiers.ts'
import { allowPrivateNotifiers, createNotifiers } from '../../src/watches/notifiers.ts'
import { createWatchRunner } from '../../src/watches/search-watch.ts'
import type { Watch, WatchHit } from '../../src/watches/watch.ts'
import type { Findings } from '../../src/watches/watch-state.ts'
import type { WatchedShares } from '../../src/watches/watched-shares.ts'
import { openWatches, type Watches } from '../../src/watches/watches.ts'
import { makeSharedRecords } from './disk.ts'
import type { Certificate } from './scripted-server.ts'

export function makeWatch(fields: Readonly<Record<string, unknown>>): Watch {
  const { name = 'typhoon', ...request } = fields
  return { ...watchRequest.parse({ words: '台风', ...request }), name: String(name), owner: 'file', isPublic: true }
}

/** A list with these titles; ids are those titles. */
export function listOf(id: string, titles: readonly string[], isCurrent = true) {
  const items = titles.map((title) => ({ id: title, title, url: `https://example.org/${encodeURIComponent(title)}` }))
  return {
    id,
    name: `list ${id}`,
    column: 'china' as const,
    isEnabled: true,
    isStale: !isCurrent,
    at: new Date(0),
    items,
  }
}

type TestList = ReturnType<typeof listOf>

/** A share of the archive, with the time when it was first seen (epoch milliseconds). */
interface TestShare extends Pick<WatchHit, 'key' | 'title' | 'url' | 'source'> {
  readonly password: string
  readonly firstSeenAt: number
}

interface WatchProcessOptions {
  readonly database?: ReturnType<typeof makeSharedRecords>
  readonly watches?: readonly Watch[]
  readonly time?: { now: number }
}

/** A notifier that accepts all messages unless it has a problem. */
function createPhone(time: { readonly now: number }) {
  const sent: (WatchMessage & { readonly at: number })[] = []
  const phone = { problem: '' }
  const notifier: Notifier = {
    name: 'phone',
    isShared: true,
    async send(message) {
      if (phone.problem !== '') throw new Error(phone.problem)
      sent.push({ ...message, at: time.now })
    },
  }
  return { phone, sent, notifier }
}

const fixed = {
  listIds: new Set(['weibo', 'zhihu']),
  log: pino({ level: 'silent' }),
  recordHit: () => undefined,
  newToken: () => 'token',
}

/** Notes what is searched, and answers what the test has set. */
async function* answerSearch(kw: string, { asked, answer }: { asked: string[]; answer: Findings }) {
  asked.push(kw)
  const quark = answer.hits.map(({ title: note, password = '', ...hit }) => ({ ...hit, note, password }))
  yield { event: 'links', data: { merged_by_type: { quark } } } as const
  for (const source of answer.covered) yield { event: 'source', data: { source, state: 'fresh' } } as const
}

/** Titles name episodes by their numbers alone; shares with these addresses are dead. */
function sharesWith(dead: ReadonlySet<string>): WatchedShares {
  return {
    episodeOf: async (title) => Number(/\d+/.exec(title)?.[0] ?? 0) || undefined,
    check: async (items) => items.map(({ url }) => ({ url, state: dead.has(url) ? 'bad' : 'uncertain' })),
  }
}

/** Starts what sends messages; `told` is what the digest tells. */
function startMessages(watches: Watches, notifiers: () => Notifier[], epochMs: () => number) {
  const told: { stories: TrendStory[]; risers: Riser[] } = { stories: [], risers: [] }
  const digest = createDigest({ stories: async () => told.stories, risers: async () => told.risers, watches, epochMs })
  const { log } = fixed
  const send = createDeliveries({
    ...{ watches, notifiers, recordDelivery: () => undefined, log, epochMs },
    digestFor: digest.eventsFor,
  })
  const queueDaily = createDailyMessages(watches, epochMs)
  const sendDue = async () => {
    await queueDaily()
    await send()
  }
  return { told, sendDue }
}

/** Starts what a process runs for its watches. */
export async function startWatches({ database = makeSharedRecords(), ...options }: WatchProcessOptions = {}) {
  const time = options.time ?? { now: Date.UTC(2026, 10, 21, 4) }
  const epochMs = () => time.now
  const { phone, sent, notifier } = createPhone(time)
  const shown: { refreshed: TestList[]; known: TestList[]; fresh: string[] } = {
    ...{ refreshed: [], known: [], fresh: [] },
  }
  const archive: { titles: string[]; shares: TestShare[] } = { titles: [], shares: [] }
  const searches: { asked: string[]; answer: Findings; isBusy: boolean } = {
    ...{ asked: [], answer: { hits: [], covered: [] }, isBusy: false },
  }
  const dead = new Set<string>()
  const errors: unknown[] = []
  const notifiers = () => [notifier]
  const records = database.connect()
  const watches = await openWatches({ ...fixed, fileWatches: () => options.watches ?? [], notifiers, records, epochMs })
  const runner = createWatchRunner({
    watches,
    lists: {
      all: [...fixed.listIds].map((id) => listOf(id, [])),
      known: async ({ id }) => shown.known.find((list) => list.id === id),
      shown: (items) => items,
    },
    refreshed: () => shown.refreshed.splice(0).map((list) => [list, list.items] as const),
    keepFresh: (lists) => {
      shown.fresh = lists.map(({ id }) => id)
    },
    archive: {
      storedTitles: () => archive.titles.splice(0),
      find: async () => archive.shares.map((share) => ({ ...share, type: 'quark', heading: '' })),
    },
    search: { events: ({ kw }) => answerSearch(kw, searches) },
    shares: sharesWith(dead),
    isBusy: () => searches.isBusy,
    onError: (error) => errors.push(error),
    epochMs,
  })
  const { told, sendDue } = startMessages(watches, notifiers, epochMs)
  return {
    ...{ watches, runner, sendDue, told, shown, archive, searches, phone, sent, dead, errors, time, database },
    /** A refresh of a list. */
    async refresh(list: TestList) {
      shown.refreshed.push(list)
      await runner.matchLists()
    },
    /** The titles of the events, oldest first; initial ones in brackets. */
    async titles() {
      const events = await watches.eventsOf(watches.all())
      return events.toReversed().map(({ title, initial }) => (initial ? `(${title})` : title))
    },
  }
}

export const messageAt = Date.UTC(2026, 10, 21, 4)
export const event = {
  id: 'abc',
  watch: '台风',
  at: messageAt,
  in: 'lists',
  title: '台风登陆',
  url: 'https://example.org/1',
  source: 'weibo',
} as const
export const message: WatchMessage = { watch: '台风', events: [{ ...event, sourceName: '微博' }] }

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Starts a server on the loopback address; returns its port. It ends with the test. */
export async function listen(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Starts an SMTP server on the loopback address; returns its port. It ends with the test. */
export async function startSmtp(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer(options)
  server.on('error', () => undefined)
  return await listen(server.server)
}

/** A server in place of that of a notifier: it answers each request with what `reply` makes of it. */
export async function startReceiver(status: number, reply: (received: Received) => unknown, certificate?: Certificate) {
  const received: Received[] = []
  const server = certificate ? createTlsServer(certificate) : createServer()
  server.on('request', async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { path: request.url ?? '', headers: request.headers, text: Buffer.concat(chunks).toString() }
    received.push(one)
    response.writeHead(status).end(JSON.stringify(reply(one)))
  })
  const port = await listen(server)
  return { received, url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}` }
}

/** The notifier with these keys, and the mistakes in them. */
export function notifierOf(keys: Readonly<Record<string, string>>) {
  const mistakes: string[] = []
  const env = { WATCH_SECRET_A: 'the secret' }
  const declared = parseNotifier('phone', keys, env, (path, what) => mistakes.push(`${path.join('.')}: ${what}`))
  const list = declared ? [declared] : []
  const allowance = allowPrivateNotifiers({ hosts: new Set(), ranges: [] }, list)
  const transport = createTransport({ proxyFor: () => undefined, allowance })
  onTestFinished(() => transport.close())
  return { mistakes, notifier: createNotifiers(list, { transport, epochMs: () => messageAt })[0] }
}

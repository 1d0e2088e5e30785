// A steady load on several replicas: clients ask them in turn and check every answer; shares and bans in answers must not be lost.
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { searchResponse } from '../../src/contract/search.ts'
import { worksOf } from '../../standin/corpus/works.ts'
import { seeded } from './clocks.ts'
import { channels, lists, type Replica, type Reply } from './fleet.ts'

/** The kind of a request. */
type Kind = 'search' | 'stream' | 'list' | 'batch' | 'forced' | 'change'

/** One request of the load and its result. */
export interface Asked {
  readonly kind: Kind
  readonly replica: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly ms: number
  /** What was wrong with the answer; undefined when it was correct. */
  readonly problem: string | undefined
}

export type Load = ReturnType<typeof startLoad>

/** Number of concurrent clients, and the pause of each between two requests, in milliseconds. */
const clients = 4
const everyMs = 20

const titles = worksOf(1).map(({ title }) => title)

/** Words of forced searches only, so that requests for all other words can be counted. */
export const forcedWords: readonly string[] = titles.slice(0, 6)
export const forcedLists = ['tieba', 'juejin'] as const

const words: readonly string[] = titles.slice(6)
const steadyLists = lists.filter((id) => !forcedLists.some((forced) => forced === id))

/** Percentage of requests by kind. */
const shares: readonly (readonly [Kind, number])[] = [
  ['search', 55],
  ['list', 20],
  ['stream', 10],
  ['batch', 6],
  ['forced', 6],
  ['change', 3],
]

/** Starts the load on all replicas; it ends with the test. */
export function startLoad(replicas: readonly Replica[], { seed }: { readonly seed: number }) {
  const asked: Asked[] = []
  const over = new AbortController()
  const judges = createJudges()
  let turn = 0
  const client = async (random: () => number) => {
    while (!over.signal.aborted) {
      const replica = replicas[turn++ % replicas.length]
      if (replica) asked.push(await askOnce(replica, chosen(random), { random, judges }))
      await pause(everyMs)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, (_, at) => client(seeded(seed + at))))
  const stop = async () => {
    over.abort()
    await all
  }
  onTestFinished(stop)
  return {
    asked,
    /** Stops the load; resolves when all requests are answered. */
    stop,
    shares: judges.shares,
    bans: judges.bans,
  }
}

function chosen(random: () => number): Kind {
  let left = random() * 100
  for (const [kind, share] of shares) {
    left -= share
    if (left < 0) return kind
  }
  return 'search'
}

interface Asking {
  readonly random: () => number
  readonly judges: Judges
}

async function askOnce(replica: Replica, kind: Kind, asking: Asking): Promise<Asked> {
  const at = Date.now()
  const begun = performance.now()
  const problem = await ways[kind](replica, asking).catch(wordsOf)
  return { kind, replica: replica.name, at, ms: performance.now() - begun, problem }
}

type Way = (replica: Replica, asking: Asking) => Promise<string | undefined>

const ways: Readonly<Record<Kind, Way>> = {
  async search(replica, { random, judges }) {
    const kw = wordBy(random)
    return judges.search(kw, replica.name, await replica.ask(searchPath(kw)))
  },
  async stream(replica, { random, judges }) {
    const path = searchPath(wordBy(random)).replace('/search?', '/search/stream?')
    return judges.stream(await replica.ask(path, { headers: { accept: 'text/event-stream' } }))
  },
  async list(replica, { random, judges }) {
    return judges.list(await replica.ask(`/api/v1/sources/${pick(steadyLists, random)}`))
  },
  async batch(replica, { random, judges }) {
    const ids = [pick(steadyLists, random), pick(steadyLists, random), pick(steadyLists, random)]
    return judges.batch(await replica.ask(`/api/v1/batch?sources=${ids.join(',')}`))
  },
  async forced(replica, { random, judges }) {
    const path = `/api/v1/sources/${pick(forcedLists, random)}?force=true`
    if (random() < 0.5) return judges.list(await replica.ask(path))
    const kw = pick(forcedWords, random)
    return judges.search(kw, replica.name, await replica.ask(`${searchPath(kw)}&refresh=true`))
  },
  async change(replica, { judges }) {
    const ban = judges.nextBan()
    return judges.banned(ban, await replica.command('/api/v1/security/bans', { method: 'POST', body: { add: [ban] } }))
  },
}

function searchPath(kw: string): string {
  return `/api/search?${new URLSearchParams({ kw, ext: '{"details":true}' })}`
}

/** Chooses words by Zipf's law: the second word is asked half as often as the first, the third a third as often. */
function wordBy(random: () => number): string {
  const at = Math.floor(words.length ** random()) - 1
  return words[Math.max(0, at)] ?? ''
}

function pick<One>(all: readonly One[], random: () => number): One {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to pick from')
  return one
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** The replica that reported a share first, and when (epoch milliseconds). */
interface FirstReport {
  readonly replica: string
  readonly at: number
}

type Judges = ReturnType<typeof createJudges>

const noError = { error: z.undefined({ error: 'a failure is told' }).optional() }
const list = z.looseObject({ count: z.int().positive(), ...noError })
const batch = z.looseObject({ results: z.array(z.looseObject({ success: z.literal(true), ...noError })).min(1) })
const streamEnd = z.looseObject({ sources: z.looseObject({ asked: z.int(), failed: z.int(), pending: z.int() }) })

/** Creates judges that have seen no answers. Each checks an answer and returns what is wrong with it. */
function createJudges() {
  /** Shares of all answers, by key. */
  const shares = new Map<string, FirstReport>()
  /**
   * Links of answers to which the archive added none. What only the archive has, a later answer need not have: the archive may be away, and a
   * cached answer may lack for a minute what another search has found meanwhile (decision 29).
   */
  const linksOf = new Map<string, ReadonlySet<string>>()
  /** Banned words that a client got a confirmation for. */
  const bans = new Set<string>()
  let bansBegun = 0

  return {
    ...{ shares, bans },
    search(kw: string, replica: string, reply: Reply): string | undefined {
      const read = readSearch(reply)
      if (typeof read === 'string') return read
      for (const key of read.keys) if (!shares.has(key)) shares.set(key, { replica, at: Date.now() })
      const before = linksOf.get(kw) ?? new Set()
      const lost = before.difference(read.keys)
      if (read.archived === 0) linksOf.set(kw, before.union(read.keys))
      return lost.size === 0
        ? undefined
        : `${lost.size} of ${before.size} links for ${kw} that were there before are not`
    },
    stream(reply: Reply): string | undefined {
      if (reply.status !== 200) return refusal(reply)
      const end = /^event: end\n(?:id: .*\n)?data: (.*)$/m.exec(reply.text)?.[1]
      if (end === undefined) return 'a stream without an end'
      const { sources } = streamEnd.parse(JSON.parse(end))
      return isWhole(sources) ? undefined : `a stream lacks ${JSON.stringify(sources)}`
    },
    list: (reply: Reply) => (reply.status === 200 ? misfit(list, reply) : refusal(reply)),
    batch: (reply: Reply) => (reply.status === 200 ? misfit(batch, reply) : refusal(reply)),
    /** A word that no post contains. */
    nextBan: () => ({ kind: 'word', value: `nobody writes this ${++bansBegun}` }),
    banned({ value }: { readonly value: string }, reply: Reply): string | undefined {
      if (reply.status !== 200) return refusal(reply)
      bans.add(value)
      return undefined
    },
  }
}

/** The keys of the links in an answer and how many only the archive has, or a description of what is wrong with it. */
function readSearch(reply: Reply): { readonly keys: ReadonlySet<string>; readonly archived: number } | string {
  if (reply.status !== 200) return refusal(reply)
  const { data, meta, warnings } = searchResponse.parse(JSON.parse(reply.text))
  if (!isWhole(meta.sources)) return `a search lacks ${JSON.stringify({ ...meta.sources, warnings }).slice(0, 300)}`
  const links = 'merged_by_type' in data ? Object.values(data.merged_by_type).flat() : []
  return { keys: new Set(links.flatMap(({ key }) => key ?? [])), archived: meta.archive?.links ?? 0 }
}

/** Whether every channel was asked and has answered: one that is asleep is not asked, and nothing warns of it. */
function isWhole({ asked, failed, pending }: z.output<typeof streamEnd>['sources']): boolean {
  return asked === channels.length && failed + pending === 0
}

function refusal({ status, text }: Reply): string {
  return `${status}: ${text.slice(0, 200)}`
}

function misfit(shape: z.ZodType, { text }: Reply): string | undefined {
  const issue = shape.safeParse(JSON.parse(text)).error?.issues[0]
  return issue && `${issue.path.join('.')}: ${issue.message}: ${text.slice(0, 200)}`
}

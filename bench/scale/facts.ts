// The figures the model stands on: limits as the code has them, and what was measured or has to be assumed.
import catalogue from '../../src/hotlist/catalogue.json' with { type: 'json' }
import { defaultChannels } from '../../src/search/channels.ts'
import { loadPlugins } from '../../src/search/load-plugins.ts'
import { telegramChannel } from '../../src/search/telegram.ts'
import { defaultLimits } from '../../src/upstream/source.ts'

/** An upstream beside t.me: a plugin's. */
export interface Narrow {
  readonly name: string
  /** Attempts at once that it stands. */
  readonly parallel: number
  /** Exchanges a cold search makes with it. */
  readonly exchanges: number
}

export type Facts = Awaited<ReturnType<typeof readFacts>>

/** Seconds an attempt is on the wire: the mean of t.me's in ordinary weather (docs of the stand-in: median 0.3, p95 1.5). */
const attemptS = 0.5

/** Exchanges with each plugin's site in a cold search, counted by the stand-in over eight keywords; of those not named it is one. */
const exchangesOf: ReadonlyMap<string, number> = new Map([
  ['haisou', 8.8],
  ['wanou', 3.8],
  ['duoduo', 3.6],
  ['xuexizhinan', 3.1],
  ['panta', 1.9],
])

/** What was measured: `npm run bench`, bench/RESULTS.md; in brackets what it varies between. */
const measured = {
  /** Processor time of a search that asks all sources, warm: 130 for channels alone on an idle machine (60–600). */
  coldMs: 250,
  /** The same of an answer put together anew from what is kept here, about a thousand links (20–60). */
  anewMs: 30,
  /** The same of one that is ready as bytes. */
  readyMs: 0.028,
  /** Bytes of an answer on the wire, compressed. */
  sentBytes: 14_000,
  /** Bytes of a page of t.me on the wire, compressed. */
  pageBytes: 22_000,
  /** Bytes of all answers of a search, compressed, as they are kept on disk and in Redis. */
  keptBytes: 350_000,
  /** The same in memory, the collector's share included. */
  memoryBytes: 3_500_000,
  /** Links a search brings, once a source and title; each is written when it is new, and noted when it was not seen for an hour. */
  links: 900,
  /** Seconds a cold search takes that is served. */
  waitS: 3,
  /** Seconds after which one that is not is answered with what is known (`SEARCH_DEADLINE_MS`). */
  deadlineS: 8,
  /** Seconds of work that may wait in one process before searches are turned away (http/load.ts). */
  roomS: 7,
  /** What sharing adds to a cold search: processor time of the replica, and of Redis (bench/replicas.ts, on a busy machine). */
  sharingMs: 170,
  redisMs: 14,
  /** Processor time of an answer that another replica has fetched, put together here for the first time. */
  fetchedMs: 60,
  /** Links a second that PostgreSQL takes, and bytes of one with its indexes. */
  linksPerSecond: 2_000,
  linkBytes: 1_100,
} as const

/** What nobody could measure here. */
const assumed = {
  /** The share of channels without anything for a keyword: half of those of the stand-in. */
  emptyShare: 0.5,
  /** All links there are to be found in the channels. */
  linksThere: 5_000_000,
  /** Gigabytes that a region's Redis may use. */
  redisGb: 1,
  /** The same for PostgreSQL's archive: the default of DATABASE_MB. */
  databaseGb: 10,
} as const

/** Reads the limits from the code and puts the other figures beside them. */
export async function readFacts() {
  const plugins = await loadPlugins(undefined, {}, { warn: ignore, info: ignore })
  const narrow = [...plugins].map(([name, { limits }]): Narrow => {
    return { name, parallel: limits?.parallel ?? defaultLimits.parallel, exchanges: exchangesOf.get(name) ?? 1 }
  })
  const lists = catalogue.flatMap((family) => family.lists).filter(({ isEnabled }) => isEnabled)
  return {
    ...measured,
    ...assumed,
    attemptS,
    channels: defaultChannels.length,
    /** Attempts at once that t.me stands from all of us. */
    parallel: telegramChannel('a').limits?.parallel ?? defaultLimits.parallel,
    narrow,
    fullForS: defaultLimits.freshMs / 1000,
    emptyForS: defaultLimits.emptyFreshMs / 1000,
    lists: lists.length,
    /** Asks a second of all lists when somebody looks at each of them. */
    listAsks: lists.reduce((sum, { interval }) => sum + 1 / interval, 0),
  }
}

function ignore(): undefined {
  return undefined
}

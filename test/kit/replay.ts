// Asks sources over the exchanges of fixtures; everything above the wire is real, and time stands.

import { pino } from 'pino'
import { buildLists } from '../../src/hotlist/build-lists.ts'
import { discoverFamilies, listsFolder } from '../../src/hotlist/family-files.ts'
import { loadCheck } from '../../src/search/checks/check.ts'
import { loadPlugins } from '../../src/search/load-plugins.ts'
import { telegramChannel } from '../../src/search/telegram.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import type { Io, Limits, Source } from '../../src/upstream/source.ts'
import { type Exchange, type Fixture, readCheckFixtures, readFixtures, replaying } from './fixtures.ts'
import { makeUpstream } from './wire.ts'

/**
 * Asks a source at the time of the fixture; returns the items, requests without an exchange, and internal errors from
 * the log.
 */
export async function replay<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  fixture: Pick<Fixture, 'now'>,
  exchanges: Fixture['exchanges'],
) {
  const { transport, strays } = replaying(exchanges)
  return { ...(await replayOver(source, query, fixture, transport)), strays }
}

/** The same over any transport. */
export async function replayOver<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  { now }: Pick<Fixture, 'now'>,
  transport: Transport,
) {
  const epochMs = () => Date.parse(now)
  const surprises: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void surprises.push(JSON.parse(line)) })
  // Rates and retries take no time.
  const { upstream } = makeUpstream({ transport, log, epochMs, wait: async () => undefined })
  const outcome = await upstream.ask(source, query, {})
  return { outcome, surprises }
}

/** The exchanges of a fixture with other bodies. */
export function withBodies(fixture: Fixture, change: (body: Uint8Array) => Uint8Array): Fixture['exchanges'] {
  return fixture.exchanges.map((exchange) => ({ ...exchange, body: change(exchange.body) }))
}

/** The challenge page of a bot protection. */
export const challenge = Buffer.from(
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/x.js"></script></body></html>',
)

/** One fixture and the exchanges it asks over. */
export interface FixtureAsk {
  readonly name: string
  readonly exchanges: readonly Exchange[]
  /** When the fixture was recorded, and the source with its query, for a caller that brings its own io. */
  readonly now: string
  readonly limits: Partial<Limits>
  call(io: Io): Promise<readonly unknown[]>
  ask(exchanges: readonly Exchange[]): ReturnType<typeof replay>
}

function askOf<Query, Item>(
  name: string,
  source: Source<Query, Item>,
  query: Query,
  fixture: Pick<Fixture, 'now' | 'exchanges'>,
): FixtureAsk {
  const { exchanges: recorded, now } = fixture
  const call = (io: Io) => source.ask(query, io)
  const ask = (exchanges: readonly Exchange[]) => replay(source, query, fixture, exchanges)
  return { name, exchanges: recorded, now, limits: source.limits ?? {}, call, ask }
}

/** The fixtures of plugins and channels. */
export async function searchAsks(): Promise<FixtureAsk[]> {
  const plugins = await loadPlugins({}, {}, { info: () => undefined, warn: () => undefined })
  return readFixtures('search').map((fixture) => {
    const [kind, name = ''] = fixture.source.split(':')
    const source = kind === 'tg' ? telegramChannel(name) : plugins.get(name)
    if (!source) throw new Error(`no source is called ${fixture.source}`)
    return askOf(fixture.folder, source, fixture.query, fixture)
  })
}

/** The fixtures of hot lists. */
export async function listAsks(): Promise<FixtureAsk[]> {
  const files = await discoverFamilies(listsFolder)
  return readFixtures('hotlist').map((fixture) => {
    const { source, settings, folder } = fixture
    const own = [...files].filter(([name]) => source === name || source.startsWith(`${name}-`))
    const list = own.flatMap(([name, exported]) => buildLists(name, exported, settings)).find(({ id }) => id === source)
    if (!list) throw new Error(`no hot list is called ${source}`)
    return askOf(folder, list.source, {}, fixture)
  })
}

/** The cases of share checks that send requests. */
export async function checkAsks(): Promise<FixtureAsk[]> {
  const asks = readCheckFixtures().map(async ({ cloud, settings, now, cases }) => {
    const { home, limits, ask } = await loadCheck(cloud, settings ?? {})
    return cases.map(({ name, share, exchanges }) => {
      const source: Source<typeof share, unknown> = {
        id: `check:${cloud}`,
        home,
        ...(limits ? { limits } : {}),
        ask: async (query, io) => [await ask(query, io)],
      }
      return askOf(`${cloud}: ${name}`, source, share, { now, exchanges })
    })
  })
  return (await Promise.all(asks)).flat()
}

// Turns every fixture into a function that asks over other exchanges: plugins, channels, hot lists and share checks.
import { join } from 'node:path'
import { buildLists } from '../../src/hotlist/build-lists.ts'
import { discoverFamilies, listsFolder } from '../../src/hotlist/family-files.ts'
import { parseCheck } from '../../src/search/checks/check.ts'
import { loadPlugins } from '../../src/search/load-plugins.ts'
import { telegramChannel } from '../../src/search/telegram.ts'
import { discover } from '../../src/upstream/discover.ts'
import type { Io, Limits, Source } from '../../src/upstream/source.ts'
import { readCheckFixtures } from './check-fixtures.ts'
import { type Exchange, type Fixture, readFixtures } from './fixtures.ts'
import { replay } from './replay.ts'

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

const src = join(import.meta.dirname, '../../src')

function filesOf(folder: string): Promise<ReadonlyMap<string, unknown>> {
  return discover(join(src, folder), (_name, exported) => exported)
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
  const files = await filesOf('search/checks/clouds')
  return readCheckFixtures().flatMap(({ cloud, settings, now, cases }) => {
    const { home, limits, ask } = parseCheck(cloud, files.get(cloud), settings)
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
}

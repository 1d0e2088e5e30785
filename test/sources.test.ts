// Every source is held to its fixture, without a line written for it: adding a source is one file and one fixture.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '../src/metrics.ts'
import { acceptPlugin, type SearchSource } from '../src/search/plugin.ts'
import { telegramChannel } from '../src/search/telegram.ts'
import { createMemoryAnswers } from '../src/store/memory-answers.ts'
import { discover } from '../src/upstream/discover.ts'
import { createUpstream } from '../src/upstream/upstream.ts'
import { type Fixture, readFixtures, replaying } from './kit/fixtures.ts'
import { makeShelf } from './kit/wire.ts'

const folder = join(import.meta.dirname, '../src/search/plugins')
const plugins = await discover(folder, (name, exported) => acceptPlugin(name, exported))
const fixtures = readFixtures('search')

function sourceOf({ source }: Fixture): SearchSource {
  const [kind, name = ''] = source.split(':')
  const found = kind === 'tg' ? telegramChannel(name) : plugins.get(name)
  if (!found) throw new Error(`no source is called ${source}`)
  return found
}

/** Asks the fixture's source once, over the given exchanges. */
async function asked(fixture: Fixture, exchanges: Fixture['exchanges']) {
  const { transport, strays } = replaying(exchanges)
  const now = () => Date.parse(fixture.now)
  const surprises: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void surprises.push(JSON.parse(line)) })
  const answers = createMemoryAnswers(1_000_000, now)
  const shelf = makeShelf()
  const upstream = createUpstream({ transport, answers, shelf, metrics: createMetrics(), log, now, random: () => 0 })
  const outcome = await upstream.ask(sourceOf(fixture), fixture.query, {})
  return { outcome, strays, surprises }
}

function withBodies(fixture: Fixture, change: (body: Uint8Array) => Uint8Array): Fixture['exchanges'] {
  return fixture.exchanges.map((exchange) => ({ ...exchange, body: change(exchange.body) }))
}

const challenge = Buffer.from(
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/x.js"></script></body></html>',
)

it('every plugin file has a fixture', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const covered = new Set(fixtures.map(({ source }) => source))
  expect(files.map((name) => `plugin:${name.slice(0, -3)}`).filter((id) => !covered.has(id))).toEqual([])
})

describe.each(fixtures.map((fixture) => [fixture.source, fixture] as const))('%s', (_source, fixture) => {
  it('reads the expected items from its exchanges, and asks for nothing else', async () => {
    const { outcome, strays } = await asked(fixture, fixture.exchanges)
    expect(strays).toEqual([])
    expect(outcome.state).toBe('fresh')
    const items = 'items' in outcome ? outcome.items : []
    expect(items.length).toBeGreaterThan(0)
    expect(JSON.parse(JSON.stringify(items))).toEqual(fixture.expected)
  })

  it('ends as a mismatch on an empty body', async () => {
    const { outcome, surprises } = await asked(
      fixture,
      withBodies(fixture, () => new Uint8Array()),
    )
    expect(outcome).toMatchObject({ state: 'failed', failure: { kind: 'mismatch' } })
    expect(surprises).toEqual([])
  })

  it('ends as blocked on a challenge page', async () => {
    // Gatekeepers answer in HTML whatever was asked for.
    const pages = withBodies(fixture, () => challenge)
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const { outcome } = await asked(
      fixture,
      pages.map((page) => ({ ...page, headers: html })),
    )
    expect(outcome).toMatchObject({ state: 'failed', failure: { kind: 'blocked' } })
  })

  it('ends as a mismatch or as an answer on half an answer, wherever it is cut', async () => {
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const cut = (body: Uint8Array) => body.subarray(0, Math.floor(body.length * share))
      const { outcome, surprises } = await asked(fixture, withBodies(fixture, cut))
      const came = outcome.state === 'failed' ? outcome.failure.kind : outcome.state
      expect(['mismatch', 'fresh']).toContain(came)
      expect(surprises).toEqual([])
    }
  })
})

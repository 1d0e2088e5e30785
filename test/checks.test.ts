// Tests the check of every cloud with its fixture, and rules for all: an unclear reply is never `ok` and never `bad`.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CloudCheck, loadCheck } from '../src/search/checks/check.ts'
import { caseCount } from './kit/case-count.ts'
import type { Exchange } from './kit/fixtures.ts'
import { type CheckFixture, readCheckFixtures } from './kit/fixtures.ts'
import { challenge, replay } from './kit/replay.ts'

const folder = join(import.meta.dirname, '../src/search/checks/clouds')
const fixtures = readCheckFixtures()

type Case = CheckFixture['cases'][number]

/** The check's verdict on a share; `failure` when there was none. */
async function text(fixture: CheckFixture, { share }: Case, exchanges: readonly Exchange[]) {
  const { home, limits, ask } = await loadCheck(fixture.cloud, fixture.settings ?? {})
  const source = {
    id: `check:${fixture.cloud}`,
    home,
    ...(limits ? { limits } : {}),
    ask: async (query: Case['share'], io: Parameters<CloudCheck['ask']>[1]) => [await ask(query, io)],
  }
  const { outcome, strays, surprises } = await replay(source, share, fixture, exchanges)
  const verdict = outcome.state === 'failed' ? undefined : outcome.items[0]
  return { state: verdict?.state ?? 'uncertain', verdict, strays, surprises }
}

const html = { 'content-type': 'text/html; charset=utf-8' }

/** The same exchanges with the reply of the last one, or of all, replaced. */
function instead(exchanges: readonly Exchange[], change: Partial<Exchange>): Exchange[] {
  return exchanges.map((exchange) => ({ ...exchange, ...change }))
}

/** All of these, or in `npm test` a tenth, evenly spread. */
function spreadOver<Tried>(all: readonly Tried[]): Tried[] {
  const count = caseCount(all.length)
  return all.filter(
    (_, index) => Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
  )
}

it('the check of every cloud has a fixture, and every fixture a check', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  expect(names.map((name) => name.slice(0, -3)).sort()).toEqual(fixtures.map(({ cloud }) => cloud).sort())
})

describe.each(fixtures.map((fixture) => [fixture.cloud, fixture] as const))('%s', (_cloud, fixture) => {
  it.each(fixture.cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const { state, verdict, strays, surprises } = await text(fixture, one, one.exchanges)
    expect({ state, strays, surprises }).toEqual({ state: one.state, strays: [], surprises: [] })
    expect(verdict?.summary ?? '').not.toContain(one.share.code)
    expect(verdict?.summary ?? 'none').toMatch(/^\S.{2,100}[^.]$/)
  })

  it('its cases show shares that are there, locked, gone for more than one reason, and answers that say nothing', () => {
    const count = (state: string) => fixture.cases.filter((one) => one.state === state).length
    expect(count('ok')).toBeGreaterThanOrEqual(1)
    expect(count('locked')).toBeGreaterThanOrEqual(1)
    expect(count('bad')).toBeGreaterThanOrEqual(2)
    expect(count('uncertain')).toBeGreaterThanOrEqual(1)
  })

  it('a block, a throttle, a fault, a gatekeeper and a changed page are uncertain', async () => {
    const asked = fixture.cases.filter(({ exchanges }) => exchanges.length > 0)
    expect(asked.length).toBeGreaterThan(0)
    const page = new TextEncoder().encode('<!doctype html><title>首页</title><p>欢迎</p>')
    const changes: Partial<Exchange>[] = [
      ...[403, 405, 429, 500, 502].map((status) => ({ status, headers: html, body: page })),
      { status: 200, headers: html, body: challenge },
      { status: 200, headers: html, body: page },
      { status: 200, body: new Uint8Array() },
      { status: 200, body: new TextEncoder().encode('{}') },
      { status: 200, body: new TextEncoder().encode('{"code":98765,"errno":98765,"message":"?"}') },
    ]
    const all = asked.flatMap((one) => changes.map((change) => ({ one, change })))
    // In parallel, because failed requests are retried after a pause.
    await Promise.all(
      spreadOver(all).map(async ({ one, change }) => {
        const { state, surprises } = await text(fixture, one, instead(one.exchanges, change))
        expect({ case: one.name, change, state, surprises }).toMatchObject({ state: 'uncertain', surprises: [] })
      }),
    )
  })

  it('half an answer never says the contrary of the whole', async () => {
    const all = fixture.cases.flatMap((one) => [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => ({ one, part })))
    await Promise.all(
      spreadOver(all).map(async ({ one, part }) => {
        const cut = one.exchanges.map((exchange) => ({
          ...exchange,
          body: exchange.body.subarray(0, Math.floor(exchange.body.length * part)),
        }))
        const { state, surprises } = await text(fixture, one, cut)
        expect([one.state, 'uncertain']).toContain(state)
        expect(surprises).toEqual([])
      }),
    )
  })
})

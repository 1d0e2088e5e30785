// Tests every hot list, and the examples of docs/own-lists.md, with their fixtures; a new list needs one file and one fixture.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildLists } from '../src/hotlist/build-lists.ts'
import { parseDeclaredLists } from '../src/hotlist/declared/load-file.ts'
import { discoverFamilies } from '../src/hotlist/family-files.ts'
import { caseCount } from './kit/case-count.ts'
import { type Fixture, readFixtures } from './kit/fixtures.ts'
import { challenge, replay, withBodies } from './kit/replay.ts'

const folder = join(import.meta.dirname, '../src/hotlist/sources')
const files = await discoverFamilies(folder)
const ids = [...files].flatMap(([name, exported]) => buildLists(name, exported).map(({ id }) => id))
const fixtures = [...readFixtures('hotlist'), ...readFixtures('own-lists')]
const page = readFileSync(join(import.meta.dirname, '../docs/own-lists.md'), 'utf8')
const examples = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text)
const families = [...files, ...parseDeclaredLists(examples.join(''), 'own-lists.md', () => undefined)]
/** Where answers are cut off. */
const shares = [0.5, 0.1, 0.3, 0.7, 0.9].slice(0, caseCount(5))

function listOf({ source, settings }: Fixture) {
  const own = families.filter(([name]) => source === name || source.startsWith(`${name}-`))
  const made = own.flatMap(([name, exported]) => buildLists(name, exported, settings))
  const found = made.find(({ id }) => id === source)
  if (!found) throw new Error(`no hot list is called ${source}`)
  return found.source
}

/** Asks the fixture's list once over the given exchanges. */
function asked(fixture: Fixture, exchanges: Fixture['exchanges']) {
  return replay(listOf(fixture), {}, fixture, exchanges)
}

it('every list has a fixture', () => {
  const covered = new Set(fixtures.map(({ source }) => source))
  expect(ids.filter((id) => !covered.has(id))).toEqual([])
})

it('no two lists have the same id', () => {
  expect(ids.length).toBe(new Set(ids).size)
})

describe.each(fixtures.map((fixture) => [fixture.folder, fixture] as const))('%s', (_folder, fixture) => {
  it('reads the expected items from its exchanges, and asks for nothing else', async () => {
    const { outcome, strays, surprises } = await asked(fixture, fixture.exchanges)
    expect({ strays, surprises }).toEqual({ strays: [], surprises: [] })
    expect(outcome.state).toBe('fresh')
    const items = 'items' in outcome ? outcome.items : []
    expect(items).toEqual(fixture.expected)
    // Items stored on disk are read again after a restart and must match the schema.
    expect(items.filter((item) => !listOf(fixture).isItem?.(JSON.parse(JSON.stringify(item))))).toEqual([])
  })

  it('ends as a failure on an empty body, never as an empty list', async () => {
    const { outcome, surprises } = await asked(
      fixture,
      withBodies(fixture, () => new Uint8Array()),
    )
    const received = outcome.state === 'failed' ? outcome.failure.kind : outcome.state
    // If the first exchange is an error reply, it is the first failure.
    expect([
      'mismatch',
      ...(fixture.exchanges.some(({ status }) => status >= 400) ? ['blocked', 'unavailable'] : []),
    ]).toContain(received)
    expect(surprises).toEqual([])
  })

  it('ends as blocked on a challenge page', async () => {
    // Bot protections reply with HTML to any request.
    const html = { 'content-type': 'text/html; charset=utf-8' }
    const pages = withBodies(fixture, () => challenge).map((page) => ({ ...page, status: 403, headers: html }))
    const { outcome } = await asked(fixture, pages)
    expect(outcome).toMatchObject({ state: 'failed', failure: { kind: 'blocked' } })
  })

  it('ends as a failure or as a list on half an answer, wherever it is cut', async () => {
    for (const share of shares) {
      const cut = (body: Uint8Array) => body.subarray(0, Math.floor(body.length * share))
      const { outcome, surprises } = await asked(fixture, withBodies(fixture, cut))
      if (outcome.state === 'failed') expect(['mismatch', 'blocked', 'unavailable']).toContain(outcome.failure.kind)
      else expect(outcome.items.length).toBeGreaterThan(0)
      expect(surprises).toEqual([])
    }
  })
})

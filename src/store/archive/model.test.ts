// The archive against a simple model: random operations give the same results.
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allSightings, archiveQuery, openArchiveFile, toWrite } from '../../../test/kit/archive.ts'
import { caseCount } from '../../../test/kit/case-count.ts'
import { databases, noon, placesIn } from '../../../test/kit/disk.ts'
import { askPostgres } from '../../../test/kit/postgres.ts'
import type { LinkHealth, SightingToWrite } from './types.ts'

const seed = 20_261_123
/** Fewer steps for PostgreSQL, where each takes a round trip. */
const runs = { sqlite: caseCount(60), postgres: caseCount(25) }
/** Space for a few hundred large sightings. */
const maxBytes = { sqlite: 1_200_000, postgres: 100_000 }
const tokens = ['地', '球', '地球', '4k', 'ab', 'abc']

/** A sighting in the model. */
interface Held {
  readonly sighting: SightingToWrite
  readonly rank: number
}

type Model = ReturnType<typeof createModel>
type File = Awaited<ReturnType<typeof openArchiveFile>>

function timeOf({ at }: Pick<SightingToWrite, 'at'>): number {
  return at ?? -1
}

function nameOf({ key, source }: Pick<SightingToWrite, 'key' | 'source'>): string {
  return `${key} ${source}`
}

function isReplaced({ sighting: { at } }: Held, sighting: SightingToWrite): boolean {
  return at === undefined || sighting.at === undefined || sighting.at >= at
}

/** All are seen at noon, so that only the date decides which one is replaced. */
function givesWay({ sighting: { at } }: Held, sighting: SightingToWrite): boolean {
  return at !== undefined && timeOf(sighting) > at
}

function createModel() {
  let held: Held[] = []
  const states = new Map<string, LinkHealth>()
  let rank = 0
  const keys = () => new Set(held.map(({ sighting }) => sighting.key))
  function replace(old: Held | undefined, sighting: SightingToWrite): void {
    const isNew = !old || old.sighting.post !== sighting.post || old.sighting.title !== sighting.title
    if (isNew) rank += 1
    held = [...held.filter((one) => one !== old), { sighting, rank: isNew ? rank : old.rank }]
  }
  function keepOne(sighting: SightingToWrite): void {
    const ofBoth = held.filter((one) => nameOf(one.sighting) === nameOf(sighting))
    const ofTitle = ofBoth.find((one) => one.sighting.title === sighting.title)
    const ofPost = ofBoth.find((one) => one.sighting.post === sighting.post)
    if (ofTitle && ofPost !== ofTitle) held = held.filter((one) => one !== ofPost)
    const old = ofTitle ?? ofPost
    if (old && isReplaced(old, sighting)) replace(old, sighting)
    if (old) return
    const [oldest] = ofBoth.toSorted((a, b) => timeOf(a.sighting) - timeOf(b.sighting) || a.rank - b.rank)
    if (!oldest || ofBoth.length < 3) replace(undefined, sighting)
    else if (givesWay(oldest, sighting)) replace(oldest, sighting)
  }
  /** Nothing is known of removed and evicted shares. */
  function forgetStates(gone: readonly string[]): void {
    for (const key of gone) states.delete(key)
  }
  return {
    keys,
    states,
    write(sightings: readonly SightingToWrite[], noted: readonly (readonly [string, LinkHealth])[]): void {
      for (const one of sightings.toSorted((a, b) => timeOf(a) - timeOf(b))) keepOne(one)
      for (const [key, state] of noted) {
        if ((states.get(key)?.at ?? 0) > state.at) continue
        if (keys().has(key)) states.set(key, state)
      }
    },
    remove(seen: Pick<SightingToWrite, 'key' | 'source'>): void {
      const wasKept = keys().has(seen.key)
      held = held.filter(({ sighting }) => nameOf(sighting) !== nameOf(seen))
      if (wasKept && !keys().has(seen.key)) forgetStates([seen.key])
    },
    letGo(gone: readonly string[]): void {
      held = held.filter(({ sighting }) => !gone.includes(sighting.key))
      forgetStates(gone)
    },
    find(token: string): string[] {
      const found = held.filter(({ sighting }) => sighting.text.split(' ').includes(token))
      return found.toSorted((a, b) => b.rank - a.rank).map(({ sighting }) => `${nameOf(sighting)} ${sighting.title}`)
    },
  }
}

/** Runs retention; returns the evicted shares, and checks that whole shares go, dead ones first. */
async function maintain(file: File, model: Model): Promise<void> {
  while (await file.maintain());
  const left = new Set((await allSightings(file)).map(({ key }) => key))
  const gone = [...model.keys()].filter((key) => !left.has(key))
  const isDead = (key: string) => model.states.get(key)?.state === 'bad'
  if (gone.some((key) => !isDead(key))) expect([...left].filter(isDead)).toEqual([])
  model.letGo(gone)
}

const key = fc.nat(9).map(String)
const source = fc.constantFrom('tg:one', 'tg:two')
const one = fc
  .record({ key, source, words: fc.uniqueArray(fc.constantFrom(...tokens), { minLength: 1 }), post: fc.nat(2) })
  .chain((given) => fc.option(fc.nat(5), { nil: undefined }).map((at) => ({ ...given, at })))
const state = fc.record({ state: fc.constantFrom('ok', 'bad', 'locked'), at: fc.integer({ min: 1, max: 9 }) })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kept: fc.array(one, { maxLength: 12 }),
      noted: fc.uniqueArray(fc.tuple(key, state), { selector: ([name]) => name }),
    }),
  },
  fc.record({ removed: fc.record({ key, source }) }),
  fc.record({ filled: fc.nat() }),
)

/** Checks the consistency of the rows with an independent connection. */
async function checkWhole(place: string | URL): Promise<void> {
  const twice = 'select key from shares group by key having count(*) > 1'
  if (typeof place !== 'string') {
    expect(await askPostgres(place, twice)).toEqual([])
    const wrong = `select 1 from counts where shares <> (select count(*) from shares) or sightings <> (select count(*) from sightings)
      union all select 1 from sources s where sightings <> (select count(*) from sightings where source = s.id)
      union all select 1 from shares h where not exists (select 1 from sightings where share = h.id)`
    expect(await askPostgres(place, wrong)).toEqual([])
    return
  }
  const db = new DatabaseSync(`${place}/trawl.db`)
  expect(db.prepare(twice).all()).toEqual([])
  expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  db.close()
}

describe.each(databases)('in %s', (engine) => {
  const newPlace = placesIn(engine)

  it(`finds exactly what the model finds, in its order, and has no share twice (seed ${seed})`, async () => {
    const tried = { cases: 0, looks: 0, gone: 0 }
    const steps = fc.array(step, { minLength: 3, maxLength: 25 })
    const run = fc.asyncProperty(steps, async (some) => {
      const place = await newPlace()
      const file = await openArchiveFile(place, maxBytes[engine])
      const model = createModel()
      for (const given of some) {
        if ('kept' in given) {
          const sightings = given.kept.map(({ key: name, words, post, at, source: by }) =>
            toWrite(name, words.join(' '), { source: by, post: `${post}`, at }),
          )
          const states = given.noted.map(([name, found]) => [`quark:${name}`, found] as const)
          await file.write({ sightings, states }, noon)
          model.write(sightings, states)
        } else if ('removed' in given) {
          const seen = { key: `quark:${given.removed.key}`, source: given.removed.source }
          await file.remove([seen])
          model.remove(seen)
        } else {
          const large = Array.from({ length: 40 }, (_, at) =>
            toWrite(`large-${given.filled % 7}-${at}`, 'large', { heading: 'x'.repeat(9_000), at: undefined }),
          )
          await file.write({ sightings: large, states: [] }, noon)
          model.write(large, [])
          const before = model.keys().size
          await maintain(file, model)
          tried.gone += before - model.keys().size
        }
        for (const token of tokens) {
          const found = await file.find(archiveQuery(token, { most: 1_000 }))
          expect(found.map((kept) => `${nameOf(kept)} ${kept.title}`)).toEqual(model.find(token))
          tried.looks += 1
        }
        expect(await file.shares()).toBe(model.keys().size)
        expect(new Map(await file.health(1_000))).toEqual(model.states)
      }
      await file.close()
      await checkWhole(place)
      tried.cases += 1
    })
    await fc.assert(run, { seed, numRuns: runs[engine] })
    expect(tried.cases).toBe(runs[engine])
    expect(tried.gone, 'shares were let go').toBeGreaterThan(0)
    process.stdout.write(
      `archive model in ${engine}: ${runs[engine]} cases, ${tried.looks} looks, ${tried.gone} shares let go\n`,
    )
  })
})

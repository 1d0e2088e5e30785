// Tests that every hot list reads the growing list that the stand-in plays for it: enough items, recent, others at the next step.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildLists, type HotList } from '../src/hotlist/build-lists.ts'
import { discoverFamilies } from '../src/hotlist/family-files.ts'
import type { Transport } from '../src/upstream/net/transport.ts'
import { createHotHandlers } from '../standin/hot/handlers.ts'
import { createSteps } from '../standin/hot/list-members.ts'
import type { Reply } from '../standin/mock-response.ts'
import { replayOver } from './kit/replay.ts'

const folder = join(import.meta.dirname, '../src/hotlist/sources')
const lists = [...(await discoverFamilies(folder))].flatMap(([name, family]) => buildLists(name, family))
const start = Date.parse('2026-11-20T12:00:00Z')
const stepMs = 60_000
const steps = createSteps(() => 0, stepMs)
const handlers = createHotHandlers({ seed: 1, now: new Date(start), stepMs, lists: 'growing', steps })

const transport: Transport = {
  async send({ url, method, headers: given, body: sent = '' }) {
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
    const reply = handlers.get(url.host)?.answer(url, { method, headers, body: sent })
    const { 'set-cookie': setCookie = [], ...others } = reply?.headers ?? {}
    return {
      status: reply?.status ?? 404,
      headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
      setCookies: [setCookie].flat(),
      body: bodyOf(reply),
      discard: () => undefined,
    }
  },
  close: async () => undefined,
}

async function* bodyOf(reply: Reply | undefined): AsyncGenerator<Uint8Array> {
  yield Buffer.from(reply?.body ?? '')
}

const asked = new Map<string, Promise<HotItems>>()

/** The items at a step; each list is asked once at each step. */
function itemsAt(list: HotList, step: number): Promise<HotItems> {
  const key = `${list.id} ${step}`
  const items = asked.get(key) ?? ask(list, step)
  asked.set(key, items)
  return items
}

async function ask({ source }: HotList, step: number) {
  steps.set(step)
  const now = new Date(start + step * stepMs).toISOString()
  const { outcome, surprises } = await replayOver(source, {}, { now }, transport)
  expect({ outcome, surprises }).toMatchObject({ outcome: { state: 'fresh' }, surprises: [] })
  return 'items' in outcome ? outcome.items : []
}
type HotItems = Awaited<ReturnType<typeof ask>>

/** A list that its site closed, and lists that are the same at every step. */
function isStill(id: string): boolean {
  return id === 'sina-mother' || id.startsWith('history')
}

describe.each(lists.filter(({ id }) => !isStill(id)).map((list) => [list.id, list] as const))('%s', (_id, list) => {
  it('has enough items, and a few others at the next step', async () => {
    const before = (await itemsAt(list, 3)).map(({ id }) => id)
    const after = new Set((await itemsAt(list, 4)).map(({ id }) => id))
    const stayed = before.filter((id) => after.has(id))
    expect(before.length).toBeGreaterThanOrEqual(6)
    expect(stayed.length).toBeLessThan(before.length)
    expect(stayed.length).toBeGreaterThanOrEqual(before.length / 2)
  })

  it('has titles in the charset that its site declares', async () => {
    const titles = (await itemsAt(list, 3)).map(({ title }) => title)
    expect(titles.filter((title) => /\ufffd|&#\d/.test(title))).toEqual([])
  })

  it('has times of the last two days only', async () => {
    const ages = (await itemsAt(list, 3)).flatMap(({ pubDate }) => (pubDate ? [start + 3 * stepMs - pubDate] : []))
    expect(ages.filter((age) => age < 0 || age > 48 * 3_600_000)).toEqual([])
  })
})

it('English lists of different sites do not share their titles', async () => {
  const sites = new Map<string, Set<string>>()
  for (const list of lists.filter(({ id }) => !isStill(id))) {
    const titles = (await itemsAt(list, 3)).map(({ title }) => title).filter((title) => !/\p{Script=Han}/u.test(title))
    sites.set(list.family, new Set([...(sites.get(list.family) ?? []), ...titles]))
  }
  const shared = [...sites].flatMap(([site, titles], at) =>
    [...sites].slice(at + 1).flatMap(([other, others]) => {
      const same = titles.intersection(others)
      return same.size > 3 ? [`${site} and ${other}: ${[...same].slice(0, 3).join(', ')}`] : []
    }),
  )
  expect(shared).toEqual([])
})

it('the lists of one site have items of their own', async () => {
  const alike: string[] = []
  for (const [family, own] of Map.groupBy(lists, (list) => list.family)) {
    const ids = new Map<string, string>()
    for (const list of own.filter(({ id }) => !isStill(id))) {
      const shown = (await itemsAt(list, 3)).map(({ id }) => id).join(' ')
      if (ids.has(shown)) alike.push(`${family}: ${ids.get(shown)} and ${list.id}`)
      ids.set(shown, list.id)
    }
  }
  expect(alike).toEqual([])
})

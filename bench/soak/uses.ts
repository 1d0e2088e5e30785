// The mixed load of a soak: what clients do, chosen by a seed.
import { z } from 'zod'
import { recognise } from '../../src/search/clouds/recognise.ts'
import { worksOf } from '../../standin/corpus/works.ts'
import type { SeededRandom } from '../../standin/seeded-random.ts'

/** What the clients ask, and what they saw. */
export interface SoakLoad {
  readonly url: string
  /** Seed of the works that the upstreams have. */
  world: number
  /** Requests by kind and outcome. */
  readonly counts: Map<string, number>
  /** Shares that one answer had twice. */
  readonly doubles: string[]
}

type Use = (load: SoakLoad, chance: SeededRandom) => Promise<string>

const patienceMs = 60_000
export const lists = ['weibo', 'zhihu', 'v2ex-hot', 'hackernews', 'ithome', 'douban', 'juejin', 'sspai'] as const

const link = z.object({ url: z.string(), password: z.string(), sources: z.array(z.string()).default([]) })
const links = z.object({
  data: z.object({ merged_by_type: z.record(z.string(), z.array(link)) }),
  warnings: z.array(z.object({ source: z.string().optional() })).default([]),
})

async function got(url: string, more: RequestInit = {}) {
  const response = await fetch(url, { ...more, signal: AbortSignal.timeout(patienceMs) })
  return { status: `${response.status}`, text: await response.text() }
}

function keywordOf({ world }: SoakLoad, chance: SeededRandom): string {
  const { title } = chance.pick(worksOf(world))
  return chance.happens(0.5) ? title : [...title].slice(0, 2).join('')
}

async function linksOf(load: SoakLoad, chance: SeededRandom) {
  const ext = JSON.stringify(chance.happens(0.3) ? { deadline_ms: 1_500 } : {})
  const query = new URLSearchParams({ kw: keywordOf(load, chance), conc: '64', ext })
  if (chance.happens(0.1)) query.set('refresh', 'true')
  const { status, text } = await got(`${load.url}/api/search?${query}`)
  return { status, found: status === '200' ? sharesIn(text) : [] }
}

/** The shares of an answer that is merged by type. */
export function sharesIn(text: string) {
  return Object.values(links.parse(JSON.parse(text)).data.merged_by_type).flat()
}

/** The sources that an answer names as failed, wholly or in part. */
export function failuresIn(text: string): ReadonlySet<string> {
  return new Set(links.parse(JSON.parse(text)).warnings.flatMap(({ source }) => source ?? []))
}

export function keyOf(url: string): string {
  return recognise(url)?.key ?? url
}

async function search(load: SoakLoad, chance: SeededRandom): Promise<string> {
  const { status, found } = await linksOf(load, chance)
  const keys = found.map(({ url }) => keyOf(url))
  load.doubles.push(...keys.filter((key, at) => keys.indexOf(key) !== at))
  return status
}

async function check(load: SoakLoad, chance: SeededRandom): Promise<string> {
  const { found } = await linksOf(load, chance)
  const items = chance.some(found, 6).map(({ url, password }) => ({ disk_type: '', url, password }))
  if (items.length === 0) return 'nothing to check'
  return (await got(`${load.url}/api/check/links`, { method: 'POST', body: JSON.stringify({ items }) })).status
}

async function tool(load: SoakLoad, chance: SeededRandom): Promise<string> {
  const params = { name: 'search_links', arguments: { keyword: keywordOf(load, chance) } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const { status, text } = await got(`${load.url}/mcp`, { method: 'POST', headers, body })
  return text.includes('"error"') ? `${status} with an error` : status
}

/** Follows the paths that `pathOf` makes. */
function visit(pathOf: (load: SoakLoad, chance: SeededRandom) => string): Use {
  return async (load, chance) => (await got(load.url + pathOf(load, chance))).status
}

function withKeyword(path: string, load: SoakLoad, chance: SeededRandom): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ kw: keywordOf(load, chance) })}`
}

function pictureOf(chance: SeededRandom): string {
  return `https://cdn4.telesco.pe/file/${chance.whole(1, 500)}.jpg`
}

/** Searches are more frequent than the rest. */
export const uses: ReadonlyArray<readonly [string, Use]> = [
  ...Array.from({ length: 4 }, (): [string, Use] => ['search', search]),
  ['stream', visit((load, chance) => withKeyword('/api/search/stream', load, chance))],
  ['stream of works', visit((load, chance) => withKeyword('/api/search/stream?res=works', load, chance))],
  ['works', visit((load, chance) => withKeyword('/api/search?res=works', load, chance))],
  ['check', check],
  ['hot list', visit((_load, chance) => `/api/v1/sources/${chance.pick(lists)}`)],
  ['batch', visit((_load, chance) => `/api/v1/batch?sources=${chance.some(lists, 4).join(',')}`)],
  ['page', visit((_load, chance) => chance.pick(['/', '/hot', '/status']))],
  ['picture', visit((_load, chance) => `/api/v1/picture?${new URLSearchParams({ url: pictureOf(chance) })}`)],
  ['mcp', tool],
]

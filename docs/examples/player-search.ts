// What a player or a TV app does: one search for a film, only clouds it can play, live links first, as JSON on its standard output.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Client, createClient, type LinkItem, type SearchResponse, TrawlError } from 'trawl/client'

const { TRAWL_URL = 'http://127.0.0.1:8888', TRAWL_KEY } = process.env
const usage = 'usage: node player-search.ts TITLE [--cloud quark]… [--not 预告]… [--title-en TITLE] [--most 20]'

/** How often it is asked again while sources are still answering, and after how long each time. */
const repeats = 3
const betweenMs = 2_000

/** One entry of what the player shows. */
interface Playable {
  readonly name: string
  readonly cloud: string
  readonly url: string
  readonly password: string
  /** `unknown` is not dead: nobody could say. */
  readonly state: 'ok' | 'locked' | 'unknown'
}

interface Wanted {
  readonly title: string
  readonly titleEn: string | undefined
  readonly clouds: readonly string[]
  readonly not: readonly string[]
  readonly most: number
}

/** Asks, and once more while not all sources have answered: what is there by then is kept, so that costs next to nothing. */
async function searchWhole(trawl: Client, { title, titleEn, clouds, not }: Wanted): Promise<SearchResponse> {
  const request = {
    kw: title,
    cloud_types: clouds,
    filter: { exclude: not },
    ext: { details: true, health: 'hide' as const, ...(titleEn !== undefined && { title_en: titleEn }) },
  }
  let answer = await trawl.search(request)
  for (let at = 0; at < repeats && !answer.meta.complete; at += 1) {
    await pause(betweenMs)
    answer = await trawl.search(request)
  }
  return answer
}

/** Of each cloud's links the first ones in turn, so that one cloud does not fill the whole screen. */
function inTurn(answer: SearchResponse, most: number): { cloud: string; link: LinkItem }[] {
  const clouds = 'merged_by_type' in answer.data ? Object.entries(answer.data.merged_by_type) : []
  const rows = clouds.flatMap(([cloud, links]) => links.map((link, place) => ({ cloud, link, place })))
  return rows.sort((a, b) => a.place - b.place).slice(0, most)
}

/** Looks whether the links still stand, and leaves out those that do not. */
async function alive(trawl: Client, rows: ReturnType<typeof inTurn>): Promise<Playable[]> {
  if (rows.length === 0) return []
  const items = rows.map(({ cloud, link }) => ({ disk_type: cloud, url: link.url, password: link.password }))
  const { results } = await trawl.check(items)
  const order = { ok: 0, locked: 1, unknown: 2 }
  return rows
    .flatMap(({ cloud, link }, at): Playable[] => {
      const found = results[at]?.state
      if (found === 'bad') return []
      const state = found === 'ok' || found === 'locked' ? found : 'unknown'
      return [{ name: link.note, cloud, url: link.url, password: link.password, state }]
    })
    .sort((a, b) => order[a.state] - order[b.state])
}

/** What is wanted, from the words of the command line. @throws RangeError with a sentence. */
function read(): Wanted {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { cloud: many, not: many, 'title-en': { type: 'string' }, most: { type: 'string', default: '20' } },
  })
  const title = positionals.join(' ').trim()
  const most = Number(values.most)
  if (title === '' || !(most >= 1 && most <= 100)) throw new RangeError(usage)
  return { title, titleEn: values['title-en'], clouds: values.cloud, not: values.not, most }
}

try {
  const wanted = read()
  const trawl = createClient({ url: TRAWL_URL, key: TRAWL_KEY })
  const answer = await searchWhole(trawl, wanted)
  const links = await alive(trawl, inTurn(answer, wanted.most))
  const { complete, sources } = answer.meta
  console.info(JSON.stringify({ title: wanted.title, complete, failed: sources.failed, links }, undefined, 2))
  // For scripts: 0 found, 1 found nothing, 2 could not search.
  process.exitCode = links.length > 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof TrawlError || error instanceof RangeError ? error.message : error)
  process.exitCode = 2
}

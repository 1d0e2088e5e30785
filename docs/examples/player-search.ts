// Searches like a player or TV app: one film, only playable clouds, live links first, as JSON on standard output.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Client, createClient, type LinkItem, type SearchResponse, TrawlError } from 'trawl/client'

const { TRAWL_URL = 'http://127.0.0.1:8888', TRAWL_KEY } = process.env
const usage = 'usage: node player-search.ts TITLE [--cloud quark]… [--not 预告]… [--title-en TITLE] [--most 20]'

/** How often the search is repeated while sources are still answering, and the pause before each repeat. */
const maxRepeats = 3
const repeatDelayMs = 2_000

/** An entry of the player's list. */
interface Playable {
  readonly name: string
  readonly cloud: string
  readonly url: string
  readonly password: string
  /** `unknown`: the check gave no clear result; not dead. */
  readonly state: 'ok' | 'locked' | 'unknown'
}

interface SearchOptions {
  readonly title: string
  readonly titleEn: string | undefined
  readonly clouds: readonly string[]
  readonly not: readonly string[]
  readonly most: number
}

/** Searches, and repeats the search until all sources have answered. Repeats are cheap, because finished sources are cached. */
async function searchUntilComplete(
  trawl: Client,
  { title, titleEn, clouds, not }: SearchOptions,
): Promise<SearchResponse> {
  const request = {
    kw: title,
    cloud_types: clouds,
    filter: { exclude: not },
    ext: { details: true, health: 'hide' as const, ...(titleEn !== undefined && { title_en: titleEn }) },
  }
  let answer = await trawl.search(request)
  for (let at = 0; at < maxRepeats && !answer.meta.complete; at += 1) {
    await pause(repeatDelayMs)
    answer = await trawl.search(request)
  }
  return answer
}

/** Takes the links of the clouds in turn, so that one cloud does not fill the screen. */
function interleave(answer: SearchResponse, maxLinks: number): { cloud: string; link: LinkItem }[] {
  const clouds = 'merged_by_type' in answer.data ? Object.entries(answer.data.merged_by_type) : []
  const rows = clouds.flatMap(([cloud, links]) => links.map((link, place) => ({ cloud, link, place })))
  return rows.sort((a, b) => a.place - b.place).slice(0, maxLinks)
}

/** Checks the links, leaves out dead ones and sorts by state. */
async function checkLinks(trawl: Client, rows: ReturnType<typeof interleave>): Promise<Playable[]> {
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

/** Parses the command line. @throws RangeError with the usage. */
function readArguments(): SearchOptions {
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
  const options = readArguments()
  const trawl = createClient({ url: TRAWL_URL, key: TRAWL_KEY })
  const answer = await searchUntilComplete(trawl, options)
  const links = await checkLinks(trawl, interleave(answer, options.most))
  const { complete, sources } = answer.meta
  console.info(JSON.stringify({ title: options.title, complete, failed: sources.failed, links }, undefined, 2))
  // Exit status: 0 links found, 1 none found, 2 search failed.
  process.exitCode = links.length > 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof TrawlError || error instanceof RangeError ? error.message : error)
  process.exitCode = 2
}

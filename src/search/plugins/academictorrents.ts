// Searches Academic Torrents in a local copy of its catalogue, as requested by its operators (upstreams/search/academic-torrents.md).
import { z } from 'zod'
import { foldWords } from '../../contract/fold-text.ts'
import { containsAll, searchWords } from '../../contract/match-words.ts'
import { richText } from '../../parsing/rich-text.ts'
import { agentName, siteUrl } from '../../parsing/source-settings.ts'
import { truncate } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { GivenPost, Plugin } from '../plugin.ts'
import { anchorList, englishTitle, magnetOf } from '../plugin-parsing.ts'

const settings = z.object({
  base_url: siteUrl('https://academictorrents.com'),
  user_agent: agentName(),
})

const everyMs = 24 * 60 * 60_000
/** Searching the local copy is cheap, so answers are cached only briefly. */
const freshMs = 60_000
/** The catalogue has about 10 MB. */
const bodyBytes = 32 * 1024 * 1024

const trackers = ['https://academictorrents.com/announce.php', 'udp://tracker.opentrackr.org:1337/announce']
const maxPosts = 50
/** A few times the size of the catalogue. */
const maxRows = 100_000
const longestText = 2_000
/** Maximum length of each field, more than any entry has. */
const maxFieldCharacters = { title: 2_000, category: 200, infohash: 100, description: 10_000, size: 100 }

export default {
  home: 'https://academictorrents.com/',
  limits: { parallel: 1, attempts: 2, bodyBytes, freshMs, emptyFreshMs: freshMs },
  reads: ['title_en'],
  settings,
  async ask(query, io, { base_url, user_agent }) {
    const init = { headers: { 'user-agent': user_agent, accept: 'application/xml, text/xml' } }
    const entries = await io.copy({ url: `${base_url}/database.xml`, init, everyMs, read: readCatalogue })
    return found(entries, englishTitle(query)).map(postOf)
  },
} satisfies Plugin<z.output<typeof settings>>

/** How much of the catalogue is read at once. */
const sliceBytes = 64 * 1024
/** More than any row has; of a longer one the beginning is read. */
const maxRowCharacters = 64 * 1024
const rowMark = '<item'
/** How many bytes from its end a whole catalogue has the end tag. */
const endBytes = 1_000

/** The rows by their hashes. Pauses after each slice. @throws UpstreamError `mismatch` if it is truncated or not a catalogue. */
async function readCatalogue(bytes: Uint8Array, pause: () => Promise<unknown>): Promise<CatalogueRow[]> {
  if (!Buffer.from(bytes.subarray(-endBytes)).includes('</rss>'))
    throw new UpstreamError('mismatch', 'the catalogue is truncated or empty')
  const rows = new Map<string, CatalogueRow>()
  let count = 0
  for await (const part of partsOf(bytes, pause)) {
    // Before the first row comes the head.
    if (count === 0 && !/<rss[\s>]/i.test(part)) throw new UpstreamError('mismatch', 'the catalogue is not RSS')
    const entry = count > 0 && count <= maxRows ? readEntry(part) : undefined
    if (entry && !rows.has(entry.hash)) rows.set(entry.hash, rowOf(entry))
    count += 1
  }
  if (rows.size === 0) throw new UpstreamError('mismatch', 'the catalogue has no row with a hash')
  return [...rows.values()]
}

/** The head of the catalogue, and then its rows. */
async function* partsOf(bytes: Uint8Array, pause: () => Promise<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await pause()
    rest += decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true })
    const parts = rest.split(/<item(?=[\s>])/i)
    rest = parts.pop() ?? ''
    // The end may be the beginning of the next mark.
    if (rest.length > maxRowCharacters) rest = rest.slice(0, maxRowCharacters) + rest.slice(-rowMark.length)
    yield* parts
  }
  yield rest
}

/** Matches names without prefix and in any case: the current and older catalogues differ. */
const field = /<(?:[\w-]+:)?(title|category|infohash|description|size)(?:\s[^<>]*)?>([^<]*)</gi

const entryShape = z.object({
  hash: z.string().regex(/^[\da-f]{40}$/),
  title: z.string(),
  category: z.string(),
  description: z.string(),
  size: z.string(),
})
type Entry = z.infer<typeof entryShape>

function readEntry(row: string): Entry | undefined {
  const raw = new Map<string, string>()
  for (const [, name = '', value = ''] of row.matchAll(field)) raw.set(name.toLowerCase(), value)
  // Truncated first: decoding entities and folding can expand a text.
  const said = (name: keyof typeof maxFieldCharacters) =>
    richText(truncate(raw.get(name) ?? '', maxFieldCharacters[name])).text
  const hash = said('infohash').toLowerCase()
  const texts = { title: said('title'), category: said('category'), description: said('description') }
  return entryShape.safeParse({ hash, ...texts, size: said('size') }).data
}

/** A row in memory: a line of JSON, which is smaller than an object, and the text that is searched. */
interface CatalogueRow {
  readonly line: string
  /** Title, category and description, folded once, and where the title and the category end in it. */
  readonly folded: string
  readonly ends: readonly number[]
}

function rowOf(entry: Entry): CatalogueRow {
  const { title, category, description } = entry
  const starts = [title, `${title}\n${category}`]
  const folded = foldWords(`${starts[1]}\n${description}`)
  return { line: JSON.stringify(entry), folded, ends: starts.map((start) => foldWords(start).length) }
}

/** The entries that contain all words: in the title first, then with the category, then with the description. */
function found(rows: readonly CatalogueRow[], keyword: string): Entry[] {
  const words = searchWords(foldWords(keyword))
  const hits = rows.filter(({ folded }) => containsAll(folded, words))
  const ranks = Map.groupBy(hits, ({ folded, ends }) =>
    ends.findIndex((end) => containsAll(folded.slice(0, end), words)),
  )
  const best = [0, 1, -1].flatMap((rank) => ranks.get(rank) ?? []).slice(0, maxPosts)
  return best.map(({ line }) => entryShape.parse(JSON.parse(line)))
}

function postOf({ hash, title, category, description, size }: Entry): GivenPost {
  const magnet = magnetOf(hash, title, trackers) + (/^\d{1,16}$/.test(size) ? `&xl=${size}` : '')
  return {
    id: hash,
    title,
    text: truncate(description, longestText),
    anchors: anchorList([{ href: magnet }]),
    tags: category === '' ? [] : [category],
    aside: description.length > longestText ? description : '',
  }
}

// Searches Academic Torrents in a local copy of its catalogue, as requested by its operators (upstreams/search/academic-torrents.md).
import { z } from 'zod'
import { foldWords } from '../../contract/fold-text.ts'
import { containsAll, searchWords } from '../../contract/match-words.ts'
import { richText } from '../../parsing/rich-text.ts'
import { agentName, siteUrl } from '../../parsing/source-settings.ts'
import { truncate } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Plugin, Post } from '../plugin.ts'
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
/** A few times the size of the catalogue; bounds the time that parsing blocks the event loop. */
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

/** Parses the catalogue in one pass. @throws UpstreamError `mismatch` if it is truncated or not a catalogue. */
function readCatalogue(bytes: Uint8Array): CatalogueRow[] {
  const [head = '', ...rows] = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split(/<item(?=[\s>])/i)
  if (!/<rss[\s>]/i.test(head)) throw new UpstreamError('mismatch', 'the catalogue is not RSS')
  if (!(rows.at(-1) ?? '').includes('</rss>'))
    throw new UpstreamError('mismatch', 'the catalogue is truncated or empty')
  const entries = new Map<string, CatalogueRow>()
  for (const row of rows.slice(0, maxRows)) {
    const entry = readRow(row)
    if (entry && !entries.has(entry.hash)) entries.set(entry.hash, entry)
  }
  if (entries.size === 0) throw new UpstreamError('mismatch', 'the catalogue has no row with a hash')
  return [...entries.values()]
}

/** Matches names without prefix and in any case: the current and older catalogues differ. */
const field = /<(?:[\w-]+:)?(title|category|infohash|description|size)(?:\s[^<>]*)?>([^<]*)</gi

type CatalogueRow = NonNullable<ReturnType<typeof readRow>>

/** Parses a row of the catalogue. Searched fields are folded once, when the catalogue is parsed. */
function readRow(row: string) {
  const raw = new Map<string, string>()
  for (const [, name = '', value = ''] of row.matchAll(field)) raw.set(name.toLowerCase(), value)
  // Truncated first: decoding entities and folding can expand a text.
  const said = (name: keyof typeof maxFieldCharacters) =>
    richText(truncate(raw.get(name) ?? '', maxFieldCharacters[name])).text
  const hash = said('infohash').toLowerCase()
  if (!/^[\da-f]{40}$/.test(hash)) return undefined
  const [title, category, description, size] = [said('title'), said('category'), said('description'), said('size')]
  const folded = [title, `${title}\n${category}`, `${title}\n${category}\n${description}`].map(foldWords)
  return { hash, title, category, description, size, folded }
}

/** The rows that contain all words: in the title first, then with the category, then with the description. */
function found(entries: readonly CatalogueRow[], keyword: string): CatalogueRow[] {
  const words = searchWords(foldWords(keyword))
  const ranks = Map.groupBy(entries, ({ folded }) => folded.findIndex((text) => containsAll(text, words)))
  return [0, 1, 2].flatMap((rank) => ranks.get(rank) ?? []).slice(0, maxPosts)
}

function postOf({ hash, title, category, description, size }: CatalogueRow): Post {
  const magnet = magnetOf(hash, title, trackers) + (/^\d{1,16}$/.test(size) ? `&xl=${size}` : '')
  return {
    id: hash,
    title,
    text: truncate(description, longestText),
    anchors: anchorList([{ href: magnet }]),
    tags: category === '' ? [] : [category],
    images: [],
    aside: description.length > longestText ? description : '',
  }
}

// Searches Aipan, a film catalogue with a JSON interface (upstreams/search/plugins-2026-11/aipan.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { textList, trimmedWord } from '../../parsing/lenient-schemas.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { distinct } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, type ItemPage, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, splitAddress } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://www.aipan.me'), details: wholeNumber(1, 12, 6) })

const movies = z.object({ movies: z.array(z.object({ id: trimmedWord, title: trimmedWord, cover: trimmedWord })) })
const share = z.object({ kind: trimmedWord, url: trimmedWord, title: trimmedWord, name: trimmedWord })
const movie = z.object({
  title: trimmedWord,
  aka: trimmedWord,
  year: trimmedWord,
  synopsis: trimmedWord,
  genres: textList,
  region: trimmedWord,
  actors: textList,
  panLinks: z.array(share).nullish(),
  resources: z.array(share).nullish(),
  posterUrl: trimmedWord,
})

const maxMovies = 100

export default {
  home: 'https://www.aipan.me/',
  name: '爱盼',
  value: 'some',
  evidence: '2026-09-28 default of a peer',
  limits: { parallel: 3, attempts: 2, attemptMs: 12_000, askMs: 30_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const headers = { ...dataHeaders, origin: base_url, referer: `${base_url}/` }
    const found = await io.json(`${base_url}/api/movies/search?q=${encodeURIComponent(kw)}`, movies, { headers })
    const items = found.movies.slice(0, maxMovies).map(({ id, title, cover }) => {
      const image = addressOf(cover, base_url)
      return { id, title, url: `${base_url}/movie/${encodeURIComponent(id)}`, images: image ? [image] : [] }
    })
    return withDetails(items, io, { kw, details, read: (item, way) => readMovie(item, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

async function readMovie({ id, url }: { id: string; url: string }, io: Io, base_url: string): Promise<ItemPage> {
  const address = `${base_url}/api/movies/detail/${encodeURIComponent(id)}`
  const found = await io.json(address, movie, { headers: { ...dataHeaders, referer: url } })
  // The torrents beside the drives are left out.
  const drives = [...(found.panLinks ?? []), ...(found.resources ?? [])].filter((one) => /^https?:\/\//.test(one.url))
  const links = drives.map((one) => ({ ...splitAddress(`${one.url} ${one.title}`), cloud: one.kind }))
  const facts = [found.aka, found.year, found.region, found.genres.join(' '), found.actors.join('、'), found.synopsis]
  const image = addressOf(found.posterUrl, base_url)
  return {
    text: facts.filter((fact) => fact !== '').join('\n'),
    anchors: anchorList(links),
    tags: distinct([...found.genres, found.region, found.year]),
    ...(image && { image }),
  }
}

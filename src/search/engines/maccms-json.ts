// Engine maccms-json: the provider API of film sites on MacCMS (upstreams/search/wanou.md, plugins-2026-11/maccms-json.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { trimmedWord } from '../../parsing/lenient-schemas.ts'
import { distinct, titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Engine } from '../engine.ts'
import type { Anchor, GivenPost } from '../plugin.ts'
import { anchorList, labelled, splitAddress, withMorePages } from '../plugin-parsing.ts'

const options = z.object({})

// Installations of this engine differ in which fields are numbers and which are strings.
const film = z.object({
  vod_id: z.union([z.string(), z.number()]),
  vod_name: z.string(),
  vod_sub: trimmedWord,
  vod_en: trimmedWord,
  vod_actor: trimmedWord,
  vod_director: trimmedWord,
  vod_area: trimmedWord,
  vod_year: trimmedWord,
  vod_remarks: trimmedWord,
  type_name: trimmedWord,
  vod_class: trimmedWord,
  vod_pic: trimmedWord,
  vod_time: trimmedWord,
  vod_down_from: trimmedWord,
  vod_down_url: z.string().nullable(),
})
const reply = z.object({
  code: z.coerce.number(),
  msg: trimmedWord,
  pagecount: trimmedWord,
  list: z.array(film).nullish(),
})

type ListedFilm = z.output<typeof film>

// Limits of one reply, far above real ones.
const maxFilms = 500
const maxLinks = 200

export default {
  options,
  limits: { attemptMs: 8_000 },
  pages: 1,
  async ask({ kw }, io, { base_url, pages }) {
    const first = await askPage(kw, 1, io, base_url)
    const further = (index: number) => askPage(kw, index + 1, io, base_url)
    const found = await withMorePages(io, first, Math.min(pages, first.pages), further)
    return found.flatMap(({ films }) => films.map(postOf)).filter(({ anchors }) => anchors.length > 0)
  },
} satisfies Engine<z.output<typeof options>>

/** Some sites ask for this time between two searches. */
const rate = { perMs: 3_000 }

/** The films of a page, and the number of pages. */
async function askPage(kw: string, number: number, io: Io, site: string) {
  const headers = { ...dataHeaders, referer: `${site}/` }
  const paging = number === 1 ? '' : `&pg=${number}`
  const url = `${site}/api.php/provide/vod?ac=detail&wd=${encodeURIComponent(kw)}${paging}`
  const { code, msg, pagecount, list } = await io.json(url, reply, { headers, rate })
  if (code === 1001 || code === 1002) throw new UpstreamError('unavailable', `the API is closed: code ${code}`)
  if (code !== 1) throw apiRefusal(msg, code)
  if (!list) throw new UpstreamError('mismatch', 'success without a list')
  return { films: list.slice(0, maxFilms), pages: /^\d{1,6}$/.test(pagecount) ? Number(pagecount) : 1 }
}

function postOf(film: ListedFilm): GivenPost {
  const { vod_actor, vod_director, vod_area, vod_year, vod_remarks } = film
  const at = chinaTime(film.vod_time)
  return {
    id: String(film.vod_id),
    title: titleText(film.vod_name),
    text: labelled({ 主演: vod_actor, 导演: vod_director, 地区: vod_area, 年份: vod_year, 状态: vod_remarks }, ' | '),
    anchors: anchorsOf(film),
    at,
    tags: distinct([vod_year, vod_area]),
    images: /^https?:\/\//i.test(film.vod_pic) ? [film.vod_pic] : [],
    // The engine searches these too: a film may be found by an alternative name.
    aside: [film.vod_sub, film.vod_en, film.type_name, film.vod_class].filter((name) => name !== '').join('\n'),
  }
}

/** The links of a film: groups separated by `$$$`, named by the code at the same index, each with one link or several. */
function anchorsOf({ vod_down_from, vod_down_url }: ListedFilm): Anchor[] {
  const clouds = vod_down_from.split('$$$')
  const links = (vod_down_url ?? '')
    .split('$$$')
    .flatMap((place, index) =>
      linesOf(place).map((line) => ({ ...splitAddress(line), cloud: clouds[index]?.trim() ?? '' })),
    )
  return anchorList(links.slice(0, maxLinks))
}

const scheme = /^(?:https?:\/\/|magnet:|ed2k:)/i

/** The links of one group: `link`, or `name$link#name$link`. A `#` without a following `name$` belongs to its link. */
function linesOf(place: string): string[] {
  return place
    .split(/#(?=[^#$]*\$|https?:\/\/|magnet:|ed2k:)/i)
    .map((line) => line.trim())
    .map((line) => (scheme.test(line) ? line : line.slice(line.indexOf('$') + 1).trim()))
    .filter((href) => href !== '')
}

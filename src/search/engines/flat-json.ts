// Engine flat-json: one request, rows with plain shares; a member names the fields (upstreams/search/plugins-2026-11/flat-json.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { richText } from '../../parsing/rich-text.ts'
import { distinct, hashOf, oneLine, titleText } from '../../parsing/text.ts'
import { chinaTime, zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { parseReplyJson } from '../../upstream/reply-elements.ts'
import type { Io } from '../../upstream/source.ts'
import type { Engine, Site } from '../engine.ts'
import type { GivenPost } from '../plugin.ts'
import { anchorList, mayBeShare, throwIfRefused, titleHasKeyword, withMorePages } from '../plugin-parsing.ts'

/** The names of members of an object, outermost first: `data.items`. Lists on the way are followed into each entry. */
const path = z
  .string()
  .trim()
  .regex(/^[\w-]+(?:\.[\w-]+)*$/, 'must be names joined by dots, like data.items')
const fields = z
  .string()
  .transform((text) => text.split(/[\s,，]+/).filter((name) => name !== ''))
  .pipe(z.array(path).min(1, 'must be the name of a field, or several'))
const yes = z.enum(['yes', 'no'], 'must be yes or no').transform((word) => word === 'yes')
const template = z.string().trim().regex(/^\/.*/, 'must be a path like /api/search?q={kw}')

export const options = z.object({
  search: template.refine(
    (text) => text.includes('{kw}') || !text.includes('?'),
    'must contain {kw}, in place of the keyword',
  ),
  /** A JSON text that is sent by POST, with {kw} and {page}. */
  body: z.string().includes('{kw}', 'must contain {kw}, in place of the keyword').optional(),
  /** The page that asks: a path, or an address at another host. */
  referer: z.union([template, z.url()]).optional(),
  /** `code=200`: fields and their values in an answer; several are alternatives. */
  success: z
    .string()
    .regex(/^\w+=\S+(?:\s+\w+=\S+)*$/, 'must be like code=200')
    .optional(),
  /** The code that asks for a captcha. */
  refused: z.literal('code<0', 'must be code<0').optional(),
  /** The list in the answer, or several places where it may be; absent if the answer is the list. */
  rows: fields.optional(),
  total: path.optional(),
  title: path,
  link: fields,
  code: path.optional(),
  time: fields.optional(),
  /** What the site calls the cloud of a link whose host is unknown; `any` if it does not say it. */
  cloud: path.optional(),
  id: path.optional(),
  content: path.optional(),
  tags: fields.optional(),
  image: path.optional(),
  /** Words before the title that do not belong to it. */
  cut: z.string().optional(),
  /** Whether rows without the keyword in their title are left out. */
  filter: yes.default(true),
  /** Whether rows of which none has the keyword mean that the site ignored it. */
  exact: yes.default(false),
  /** Words in an answer that is not JSON and means that nothing was found. */
  nothing: z.string().optional(),
})
export type FlatOptions = z.output<typeof options>

const maxRows = 500

export default {
  options,
  pages: 1,
  async ask({ kw }, io, site) {
    const first = await askPage(kw, 1, io, site)
    const count =
      first.total === undefined ? 1 : Math.min(site.pages, Math.ceil(first.total / Math.max(1, first.rows.length)))
    const found = await withMorePages(io, first, count, (index) => askPage(kw, index + 1, io, site))
    const posts = found.flatMap(({ rows }) => rows.flatMap((row) => postOf(row, site.options) ?? []))
    const matching = site.options.filter ? posts.filter(({ title = '' }) => titleHasKeyword(title, kw)) : posts
    if (site.options.exact && posts.length > 0 && matching.length === 0)
      throw new UpstreamError('mismatch', 'none of the rows is about the keyword')
    return matching
  },
} satisfies Engine<FlatOptions>

async function askPage(kw: string, page: number, io: Io, { base_url, options }: Site<FlatOptions>) {
  const fill = (text: string, word: string) => text.replaceAll('{page}', `${page}`).replaceAll('{kw}', () => word)
  const inUrl = encodeURIComponent(kw)
  const from = fill(options.referer ?? '/', inUrl)
  const referer = new URL(from.startsWith('/') ? base_url + from : from)
  const headers = { ...dataHeaders, referer: referer.href }
  const url = base_url + fill(options.search, inUrl)
  if (options.body === undefined) return readReply(await io.text(url, { headers }), options)
  const body = fill(options.body, JSON.stringify(kw).slice(1, -1))
  const posted = { ...headers, origin: referer.origin, 'content-type': 'application/json' }
  return readReply(await io.text(url, { method: 'POST', headers: posted, body }), options)
}

function readReply(text: string, options: FlatOptions) {
  const reply = parseReply(text, options)
  if (reply === undefined) return { rows: [], total: undefined }
  throwIfFailed(reply, options)
  const lists = options.rows ? options.rows.map((place) => valueAt(reply, place)) : [reply]
  const rows = lists.find((list) => Array.isArray(list)) ?? lists.find((list) => list === null)
  if (rows === undefined) {
    const holder = options.rows && valueAt(reply, options.rows[0]?.split('.').slice(0, -1).join('.') ?? '')
    if (holder !== null) throw new UpstreamError('mismatch', 'the answer has no list of results')
  }
  const total = Number(options.total === undefined ? undefined : valueAt(reply, options.total))
  return { rows: Array.isArray(rows) ? rows.slice(0, maxRows) : [], total: Number.isFinite(total) ? total : undefined }
}

function parseReply(text: string, { nothing }: FlatOptions): unknown {
  try {
    return parseReplyJson(text)
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    if (nothing?.split(/\s+/).some((word) => text.includes(word))) return undefined
    throwIfRefused(text)
    if (/^\s*<(?:!doctype|html)/i.test(text)) throw new UpstreamError('blocked', 'a page in place of data')
    throw new UpstreamError('mismatch', 'the answer is not JSON', { cause: error })
  }
}

const statusFields = z.object({
  code: z.number().nullish().catch(undefined),
  msg: z.string().nullish().catch(undefined),
  message: z.string().nullish().catch(undefined),
  error: z.string().nullish().catch(undefined),
})

function throwIfFailed(reply: unknown, { success, refused }: FlatOptions): void {
  if (success === undefined) return
  const { code, msg, message, error } = statusFields.safeParse(reply).data ?? {}
  const isGood = success.split(/\s+/).some((condition) => {
    const [name = '', wanted = ''] = condition.split('=')
    const given = valueAt(reply, name) ?? ''
    return (given === '' ? 'absent' : String(given)) === wanted
  })
  if (isGood) return
  const said = msg ?? message ?? error ?? ''
  if ((refused && Number(code) < 0) || /验证/.test(said))
    throw new UpstreamError('blocked', `asks for a proof: code ${code}: ${said}`)
  throw apiRefusal(said, code ?? undefined)
}

/** The value at a path; of lists on the way, the values of all entries. */
function valueAt(from: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value.flatMap((one) => memberOf(one, name) ?? [])
    return memberOf(value, name)
  }, from)
}

function memberOf(value: unknown, name: string): unknown {
  if (name === '') return value
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return new Map<string, unknown>(Object.entries(value)).get(name)
}

function textAt(row: unknown, place: string | undefined): string {
  const value = place === undefined ? undefined : valueAt(row, place)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** The post of a row; none if it has no share. */
function postOf(row: unknown, { cut = '', ...names }: FlatOptions): GivenPost | undefined {
  const code = textAt(row, names.code).replace(/^#$/, '')
  const cloud = names.cloud === 'any' ? '' : textAt(row, names.cloud) || undefined
  const links = names.link
    .map((name) => oneLine(richText(textAt(row, name)).text))
    // A page of one drive that only passes an address on.
    .filter((href) => mayBeShare(href) && !href.includes('__add_url='))
  const [first] = links
  if (first === undefined) return undefined
  const prefix =
    cut.split(/\s+/).find((word) => word !== '' && titleText(textAt(row, names.title)).startsWith(word)) ?? ''
  const image = textAt(row, names.image)
  return {
    id: titleText(textAt(row, names.id)) || hashOf(first),
    title: titleText(textAt(row, names.title)).slice(prefix.length).trim(),
    text: richText(textAt(row, names.content)).text,
    anchors: anchorList(links.map((href) => ({ href, code: code || undefined, cloud }))),
    at: names.time?.flatMap((name) => timeAt(textAt(row, name)) ?? [])[0],
    tags: distinct(
      (names.tags ?? []).flatMap((name) => [valueAt(row, name)].flat()).map((tag) => oneLine(String(tag ?? ''))),
    ),
    images: /^https?:\/\//.test(image) ? [image] : [],
  }
}

/** Milliseconds since 1970, or a time with or without a zone. */
function timeAt(text: string): Date | undefined {
  return /^\d{12,14}$/.test(text) ? new Date(Number(text)) : (zonedTime(text) ?? chinaTime(text))
}

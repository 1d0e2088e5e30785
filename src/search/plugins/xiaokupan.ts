// Searches Xiaokupan by a server function of its build (upstreams/search/plugins-2026-11/xiaokupan.md).
import { z } from 'zod'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { siteUrl } from '../../parsing/source-settings.ts'
import { distinct, hashOf, titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { GivenPost, Plugin } from '../plugin.ts'
import { anchorList, mayBeShare, titleHasKeyword } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://xiaokupan.com') })

const functionId = z.string().regex(/^[\da-f]{64}$/)
const maxDepth = 30
const dayMs = 24 * 60 * 60_000

export default {
  home: 'https://xiaokupan.com/',
  state: 'off',
  needs: ['slow'],
  value: 'many',
  evidence: '2026-09-28 default of a peer; 5 to 15 s',
  limits: { parallel: 1, attempts: 1, attemptMs: 25_000, askMs: 40_000, bodyBytes: 8 * 1024 * 1024 },
  settings,
  async ask({ kw }, io, { base_url }) {
    const first = await askFunction(kw, io, base_url, dayMs).catch((error: unknown) => {
      // The name of the function changes with each build of the site.
      if (!(error instanceof UpstreamError) || error.kind !== 'mismatch') throw error
      return askFunction(kw, io, base_url, 0)
    })
    return first.flatMap((one) => postOf(one) ?? []).filter(({ title = '' }) => titleHasKeyword(title, kw))
  },
} satisfies Plugin<z.output<typeof settings>>

async function askFunction(kw: string, io: Io, base_url: string, forMs: number): Promise<Row[]> {
  const id = await io.remembered({ key: 'function', forMs, shape: functionId, make: () => askId(io, base_url) })
  const query = { t: 10, i: 1, p: { k: ['query'], v: [{ t: 1, s: kw }] }, o: 0 }
  const payload = JSON.stringify({ t: { t: 10, i: 0, p: { k: ['data'], v: [query] }, o: 0 }, f: 63, m: [] })
  const headers = {
    ...dataHeaders,
    accept: 'application/x-tss-framed, application/x-ndjson, application/json',
    'x-tsr-serverfn': 'true',
    referer: `${base_url}/s/${encodeURIComponent(kw)}`,
  }
  const reply = await io.json(`${base_url}/_serverFn/${id}?payload=${encodeURIComponent(payload)}`, z.unknown(), {
    headers,
  })
  const read = result.safeParse(plain(reply, new Map(), 0))
  if (!read.success) throw new UpstreamError('mismatch', 'the answer has no results by type')
  return Object.entries(read.data.result.searchResults.merged_by_type).flatMap(([type, rows]) =>
    rows.map((row) => ({ ...row, type })),
  )
}

async function askId(io: Io, base_url: string): Promise<string> {
  const home = await io.text(`${base_url}/`, { headers: pageHeaders })
  const path = /\/assets\/index-[\w-]{1,60}\.js/.exec(home)?.[0]
  if (path === undefined) throw new UpstreamError('mismatch', 'the site names no script')
  const script = await io.text(base_url + path, { headers: { ...pageHeaders, referer: `${base_url}/` } })
  const at = script.indexOf('/s/$query')
  const before = at < 0 ? '' : script.slice(Math.max(0, at - 2048), at)
  const id = before.match(/(?<![\da-f])[\da-f]{64}(?![\da-f])/g)?.at(-1)
  if (id === undefined) throw new UpstreamError('mismatch', 'the script of the site names no function')
  return id
}

const text = z.string().catch('')
const row = z.object({ url: text, password: text, note: text, datetime: text, source: text })
type Row = z.output<typeof row> & { readonly type: string }
const result = z.object({
  result: z.object({ searchResults: z.object({ merged_by_type: z.record(z.string(), z.array(row)) }) }),
})

const node = z.looseObject({ t: z.number(), i: z.number().optional() })
const members = z.object({ k: z.array(z.string()), v: z.array(z.unknown()) })

/** The value of a node of Seroval: strings and numbers in `s`, lists in `a`, objects in `p`, and references to earlier nodes. */
function plain(value: unknown, known: Map<number, unknown>, depth: number): unknown {
  const read = node.safeParse(value).data
  if (!read || depth > maxDepth) return undefined
  if (read.t === 4) return known.get(Number(read.s))
  const made = valueOfNode(read, known, depth + 1)
  if (read.i !== undefined) known.set(read.i, made)
  return made
}

function valueOfNode(read: z.output<typeof node>, known: Map<number, unknown>, depth: number): unknown {
  if (read.t === 0 || read.t === 1) return read.s
  if (read.t === 9) return Array.isArray(read.a) ? read.a.map((one) => plain(one, known, depth)) : []
  const { k, v } = members.safeParse(read.p).data ?? { k: [], v: [] }
  return read.t === 10 || read.t === 11
    ? Object.fromEntries(k.map((name, at) => [name, plain(v[at], known, depth)]))
    : null
}

function postOf({ url, password, note, datetime, source, type }: Row): GivenPost | undefined {
  if (!mayBeShare(url)) return undefined
  return {
    id: hashOf(url),
    title: titleText(note)
      .split(/(?:投稿)?链接[：:]/)[0]
      ?.trim(),
    text: '',
    anchors: anchorList([{ href: url, code: password || undefined, cloud: type }]),
    at: zonedTime(datetime),
    tags: distinct([source]),
  }
}

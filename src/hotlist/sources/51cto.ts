// 51CTO: recommended IT articles from the front page (upstreams/hot/b-51cto.md).
import { hash } from 'node:crypto'
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime, unixTime } from '../../parsing/times.ts'
import { withVisitorPass } from '../../parsing/visitor-pass.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/json-list.ts'

const optional = { cover: maybeText, abstract: maybeText, pubdate: maybeWord }
const article = z.object({ source_id: nonEmptyText(), title: z.string(), url: z.string(), ...optional })
const reply = z.object({ data: z.object({ data: z.object({ list: lenientArray(article) }) }) })
const tokenReply = z.object({ data: z.object({ data: z.object({ token: z.string().min(1) }) }) })

const parameters = { page: '1', page_size: '50', limit_time: '0', name_en: '' }
const anHourMs = 60 * 60_000

export default defineFamily({
  name: '51CTO',
  home: 'https://www.51cto.com/',
  column: 'tech',
  color: '#d7000f',
  lists: { '51cto': { type: 'hottest', interval: 1800, ask } },
})

function ask(io: Io): Promise<HotItem[]> {
  const pass = { key: 'token', forMs: anHourMs, make: () => newToken(io) }
  return withVisitorPass(io, pass, (token) => recommended(io, token))
}

async function newToken(io: Io): Promise<string> {
  const { data } = await io.json('https://api-media.51cto.com/api/token-get', tokenReply, { headers: dataHeaders })
  return data.data.token
}

async function recommended(io: Io, token: string): Promise<HotItem[]> {
  const address = sign51ctoUrl('index/index/recommend', parameters, { token, at: io.now })
  const { data } = await io.json(address, reply, { headers: dataHeaders })
  return data.data.list.map(({ source_id: id, title, url, pubdate, abstract: hover, cover: icon }) =>
    articleItem({ id, title, url, pubDate: chinaTime(pubdate) ?? unixTime(pubdate), hover, icon }),
  )
}

interface RequestContext {
  readonly token: string
  readonly at: Date
}

/** Builds a signed URL; the signature covers the path, the parameter names, the token and the time. */
function sign51ctoUrl(
  path: string,
  parameters: Readonly<Record<string, string>>,
  { token, at }: RequestContext,
): string {
  const timestamp = String(at.getTime())
  const query = new URLSearchParams({ ...parameters, timestamp, token })
  const names = [...query.keys()].sort().join(',')
  query.append('sign', hash('md5', hash('md5', path) + hash('md5', names + hash('md5', token) + timestamp)))
  return `https://api-media.51cto.com/${path}?${query}`
}

// Plugins, hot lists and code of sites over a function in place of the site; everything above the wire is real, and time stands.
import { readdirSync } from 'node:fs'
import { parse } from 'node:path'
import { buildLists } from '../../src/hotlist/build-lists.ts'
import { importFamily, listsFolder } from '../../src/hotlist/family-files.ts'
import { parseJson } from '../../src/observability/parse-json.ts'
import { settingName } from '../../src/parsing/source-settings.ts'
import { importPlugin, loadEngines } from '../../src/search/load-plugins.ts'
import { type Plugin, parsePlugin, type SearchQuery } from '../../src/search/plugin.ts'
import { readMembers } from '../../src/search/read-members.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import type { WireRequest } from '../../src/upstream/net/wire.ts'
import type { RequestRate } from '../../src/upstream/source.ts'
import { createIo, makeAsk, makeClock, makeKeeping, makeWire } from './wire.ts'

/** One request to the site; `sent` is its body. */
interface SiteRequest extends Pick<WireRequest, 'url' | 'headers'> {
  readonly sent: string | undefined
}

/**
 * Stands for a site. A string is a page, a number a status, undefined is 404, a `wholeReply` is sent as it is, an object
 * with `setCookies` is an empty page that sets them, anything else is JSON.
 */
type SiteAnswer = (asked: SiteRequest) => unknown

interface Site {
  /** Begins an ask; values remembered or copied in earlier asks remain. */
  begin(): ReturnType<typeof createIo>
  /** Every request so far. */
  readonly asked: readonly SiteRequest[]
  /** The rates of the requests that have one, which do not wait here. */
  readonly rates: readonly RequestRate[]
  readonly clock: ReturnType<typeof makeClock>
}

/** Creates a site; the clock stands at `start` until it is moved. An exchange has one attempt and follows no redirect. */
export function makeSite(answer: SiteAnswer, start?: number): Site {
  const clock = makeClock(start)
  const asked: SiteRequest[] = []
  const send: Transport['send'] = async ({ url, headers, body: sent }) => {
    const request = { url, headers, sent }
    asked.push(request)
    const { status = 200, body = '', headers: replied = {}, setCookies = [] } = replyOf(answer(request))
    return { status, headers: replied, setCookies, body: inOne(Buffer.from(body)), discard: () => undefined }
  }
  const real = makeWire({ epochMs: clock.epochMs })
  const rates: RequestRate[] = []
  const waitForTurn = async (rate: RequestRate) => void rates.push(rate)
  const get: typeof real.hosts.get = (name, parallel) => {
    const host = real.hosts.get(name, parallel)
    return { ...host, rates: { ...host.rates, waitForTurn } }
  }
  const wire = { ...real, hosts: { get }, transport: { ...real.transport, send } }
  const keeping = { source: 'plugin:test', ...makeKeeping(wire) }
  return { begin: () => createIo(makeAsk({ attempts: 1 }), wire, keeping), asked, rates, clock }
}

interface WholeReply {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly setCookies?: readonly string[]
}

const wholeReplies = new WeakSet<object>()

/** A reply with headers and cookies. */
export function wholeReply(reply: WholeReply): WholeReply {
  wholeReplies.add(reply)
  return reply
}

function isWhole(made: unknown): made is WholeReply {
  return typeof made === 'object' && made !== null && (wholeReplies.has(made) || 'setCookies' in made)
}

function replyOf(made: unknown): WholeReply {
  if (made === undefined) return { status: 404 }
  if (typeof made === 'number') return { status: made }
  if (typeof made === 'string') return { body: made }
  return isWhole(made) ? made : { body: JSON.stringify(made) }
}

async function* inOne(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}

/** Stands for the upstream of a plugin; `sent` is the JSON of the request's body. */
export type PluginAnswer = (url: URL, sent: unknown, headers: WireRequest['headers']) => unknown

interface PluginRequest extends Pick<WireRequest, 'url' | 'headers'> {
  readonly sent: unknown
}

function makePluginSite(answer: PluginAnswer, start?: number) {
  const asked: PluginRequest[] = []
  const site = makeSite(({ url, headers, sent: body }) => {
    const sent = parseJson(body ?? 'null') ?? body
    asked.push({ url, headers, sent })
    return answer(url, sent, headers)
  }, start)
  return { ...site, asked }
}

/** Returns the io of one ask whose requests `answer` replies to; for code that is not a plugin. */
export function answeringIo(answer: PluginAnswer) {
  const { begin, asked } = makePluginSite(answer)
  return { ...begin(), asked }
}

/** One of our plugins. */
export function pluginOf(name: string): Promise<Plugin> {
  return importPlugin(name)
}

/** The plugin of a member that these lines declare. */
export async function memberOf(...lines: readonly string[]): Promise<Plugin> {
  const text = ['m:', '  name: M', ...lines.map((line) => `  ${line}`)].join('\n')
  const member = readMembers(text, 'members.yaml', await loadEngines()).get('m')
  if (!member) throw new Error('the lines declare no member')
  return member.plugin
}

/**
 * Runs a plugin with `answer` replying to its requests. Each call of `ask` is a separate ask, with settings as from the
 * environment; it returns the items and the omitted rows. The clock stands at `start` until it is moved.
 */
export function makeAsking(plugin: Pick<Plugin<never>, 'ask'>, answer: PluginAnswer, start?: number) {
  const { begin, asked, rates, clock } = makePluginSite(answer, start)
  const ask = async (settings: Readonly<Record<string, string>> = {}, query: Partial<SearchQuery> = {}) => {
    const { io, partialFailure } = begin()
    const env = Object.entries(settings).map(([field, text]) => [settingName('test', field), text])
    const source = parsePlugin('test', { home: 'https://a.test/', ...plugin }, Object.fromEntries(env))
    const posts = await source.ask({ kw: '纸鹤', ext: {}, ...query }, io)
    return { posts, ids: posts.map(({ id }) => id), lacking: partialFailure() }
  }
  return { ask, asked, rates, clock }
}

/**
 * Runs the list `id` of a source file's default export against a site. Each call of `ask` is a separate ask with these
 * environment variables; it returns the items, the omitted rows and reused answers.
 */
export function makeAskingList(exported: unknown, id: string, answer: SiteAnswer, start?: number) {
  const { begin, asked, clock } = makeSite(answer, start)
  const ask = async (env: Readonly<Record<string, string>> = {}) => {
    const list = buildLists(familyOf(id), exported, env).find((one) => one.id === id)
    if (!list) throw new Error(`the family has no list ${id}`)
    const { io, partialFailure, skippedUpstream } = begin()
    const items = await list.source.ask({}, io)
    return { items, ids: items.map((item) => item.id), lacking: partialFailure(), bypassed: skippedUpstream() }
  }
  return { ask, asked, sent: () => asked.map(({ url }) => url.href), clock }
}

/** A built-in family by the name of its file, for `makeAskingList`. */
export function builtInFamily(name: string): Promise<unknown> {
  return importFamily(listsFolder, name, (_name, family) => family)
}

/** Like `makeAskingList`, for a built-in list. */
export async function makeAskingBuiltIn(id: string, answer: SiteAnswer, start?: number) {
  return makeAskingList(await builtInFamily(familyOf(id)), id, answer, start)
}

/** Asks a built-in list once; `answer` is what the site answers to each URL. */
export async function askBuiltIn(id: string, answer: (url: URL) => unknown, start?: number) {
  return (await makeAskingBuiltIn(id, ({ url }) => answer(url), start)).ask()
}

const families = readdirSync(listsFolder).map((file) => parse(file).name)

/** The source file of a list: the longest file name that is a prefix of its id. */
function familyOf(id: string): string {
  const near = families.filter((name) => id === name || id.startsWith(`${name}-`))
  return near.toSorted((one, other) => other.length - one.length)[0] ?? id
}

/** A file of declared lists that uses every way to declare one: a feed, JSON, a page, several lists with several ways. */
export const declaredLists = `# Mine.
blog: &blog
  name: Blog
  feed: https://l.test/feed.xml
  type: hottest
  headers: {cookie: a=1, referer: "https://l.test/"}
data:
  name: Data
  subtitle: "a: b"
  json: https://l.test/api?n=50
  items: data.list[?@.ad != true]
  title: title
  url: https://l.test/t/{id}
  id: id
  mobileUrl: /m/{id}
  hot: n
  time: at
  hover: text
  info: "{n} · {by.name}"
  icon: pic[*].src
  interval: 600
page:
  name: Page
  page: https://l.test/hot
  items: .row, article
  title: h2 > a
  id: "@data-id"
  hot: .n, .m
  time: time
  icon: img@data-src
  column: tech
  color: '#102030'
  enabled: true
many:
  name: Many
  json: ["https://l.test/{board}?at={now:s}", "https://l.test/{today-1:YYYYMMDD}"]
  board: 7
  inside: "="
  body: {a: 1, b: [x, "{now}"]}
  ok: code = 0, msg
  blocked: [418, captcha]
  items: data.list
  title: [title | headline, text | match ^(.+)$ | replace o → 0]
  url: https://l.test/t/{id}
  info: "{by.name}[ · {n}]"
  zone: UTC
  or:
    - inside: ""
      body: ""
    - feed: https://l.test/feed.xml
      id: guid | match \\d+
  lists:
    many: {subtitle: "{board}"}
    many-two: {board: 8, mayBeEmpty: true}
`

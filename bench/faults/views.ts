// How a failure is seen: by the search and its forms, by the routes of lists, checks and pictures, by the page's requests, in the terminal and by
// agents.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { failureTexts } from '../../src/search/checks/check-result.ts'
import type { Kind } from './kinds.ts'

/** What a view shows of the source that may fail, and of the one that is well. */
export interface Seen {
  /** The word that names the failure; undefined if none is failure. */
  readonly failure: string | undefined
  readonly items: readonly string[]
  readonly well: readonly string[]
}

/** `isForced`: a list is asked again whatever is known of it. */
type View = (url: string, kind: Kind, isForced: boolean) => Promise<Seen>

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status === 408) throw new Error('answered 408')
  return response
}

async function getJson(url: string, init: RequestInit = {}): Promise<unknown> {
  return (await send(url, init)).json()
}

/** The events of a stream until it ends. */
async function eventsOf(url: string): Promise<{ readonly event: string; readonly data: unknown }[]> {
  const text = await (await send(url, { headers: { accept: 'text/event-stream' } })).text()
  return text.split('\n\n').flatMap((part) => {
    const fields = new Map(part.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w+: ?/, '')]))
    const json = fields.get('data')
    return json === undefined ? [] : [{ event: fields.get('event') ?? 'message', data: JSON.parse(json) as unknown }]
  })
}

const program = join(import.meta.dirname, '../../src/cli/trawl.ts')

/** The JSON that a command prints; its exit code says that sources failed. */
function terminal(url: string, words: readonly string[]): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  execFile(
    process.execPath,
    [program, ...words, '--json', '--url', url],
    { maxBuffer: 1 << 26 },
    (_error, out, err) => {
      try {
        resolve(JSON.parse(out))
      } catch {
        reject(new Error(`the command printed no JSON: ${out.slice(0, 300)}${err.slice(0, 300)}`))
      }
    },
  )
  return promise
}

/** The result of an agent's tool. @throws (rejects) with its text if it has none. */
async function tool(url: string, name: string, args: Readonly<Record<string, unknown>>) {
  const client = new Client({ name: 'faults', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
  try {
    const { structuredContent, content } = await client.callTool({ name, arguments: args })
    if (structuredContent === undefined) throw new Error(`the tool answered ${JSON.stringify(content).slice(0, 300)}`)
    return structuredContent
  } finally {
    await client.close()
  }
}

const listState = z.looseObject({
  id: z.string().optional(),
  sourceId: z.string().optional(),
  type: z.string().optional(),
  data: z.array(z.looseObject({ id: z.string() })).default([]),
  items: z.array(z.looseObject({ url: z.string() })).default([]),
  error: z
    .looseObject({ kind: z.string().optional(), details: z.looseObject({ kind: z.string() }).optional() })
    .optional(),
})
type ListState = z.infer<typeof listState>

function seenLists(one: ListState | undefined, well: ListState | undefined): Seen {
  const idsOf = (state: ListState | undefined) => [
    ...(state?.data ?? []).map(({ id }) => id),
    ...(state?.items ?? []).map(({ url }) => url),
  ]
  return { failure: one?.error?.kind ?? one?.error?.details?.kind, items: idsOf(one), well: idsOf(well) }
}

function seenIn(states: readonly ListState[], { id, well }: Kind): Seen {
  const of = (name: string) => states.find((one) => (one.id ?? one.sourceId) === name)
  return seenLists(of(id), of(well))
}

const batch = z.looseObject({ results: z.array(listState) })

const listViews: Readonly<Record<string, View>> = {
  async list(url, { id, well }, isForced) {
    const force = isForced ? '?force=1' : ''
    const [one, other] = await Promise.all([id, well].map((name) => getJson(`${url}/api/v1/sources/${name}${force}`)))
    return seenLists(listState.parse(one), listState.parse(other))
  },
  async batch(url, kind, isForced) {
    const query = `sources=${kind.id},${kind.well}${isForced ? '&force=1' : ''}`
    return seenIn(batch.parse(await getJson(`${url}/api/v1/batch?${query}`)).results, kind)
  },
  async page(url, kind, isForced) {
    const force = isForced ? '&force=1' : ''
    const events = await eventsOf(`${url}/api/v1/stream?sources=${kind.id},${kind.well}&delay=0${force}`)
    const states = events.flatMap(({ data: message }) => listState.safeParse(message).data ?? [])
    return seenIn(
      states.filter(({ type }) => type === 'data' || type === 'error'),
      kind,
    )
  },
  async terminal(url, kind, isForced) {
    const printed = await terminal(url, ['hot', kind.id, kind.well, ...(isForced ? ['--refresh'] : [])])
    return seenIn(batch.parse(printed).results, kind)
  },
  async agent(url, kind, isForced) {
    const json = await tool(url, 'get_hot_lists', { ids: [kind.id, kind.well], limit: 50, refresh: isForced })
    return seenIn(z.looseObject({ lists: z.array(listState).default([]) }).parse(json ?? {}).lists, kind)
  },
}

const checked = z.looseObject({
  results: z.array(
    z.looseObject({
      url: z.string(),
      state: z.string().optional(),
      health: z.string().optional(),
      summary: z.string(),
    }),
  ),
})

/** The texts of a check for each failure. */
const kindOfText = new Map<string, string>(Object.entries(failureTexts).map(([kind, text]) => [text, kind]))

function seenChecks(json: unknown, { id, well }: Kind): Seen {
  const { results } = checked.parse(json)
  const of = (name: string) => results.find(({ url }) => url === name)
  const stateOf = (name: string) => of(name)?.state ?? of(name)?.health ?? 'missing'
  if (stateOf(id) !== 'uncertain') return { failure: undefined, items: [stateOf(id)], well: [stateOf(well)] }
  const { summary = '' } = of(id) ?? {}
  const failure = kindOfText.get(summary) ?? (/ask again/.test(summary) ? 'deadline_reached' : summary)
  return { failure, items: [], well: [stateOf(well)] }
}

const checkViews: Readonly<Record<string, View>> = {
  async batch(url, kind) {
    const items = [{ url: kind.id }, { url: kind.well }]
    return seenChecks(
      await getJson(`${url}/api/check/links`, { method: 'POST', body: JSON.stringify({ items }) }),
      kind,
    )
  },
  async terminal(url, kind) {
    return seenChecks(await terminal(url, ['check', kind.id, kind.well]), kind)
  },
  agent: async (url, kind) =>
    seenChecks(await tool(url, 'check_links', { links: [{ url: kind.id }, { url: kind.well }] }), kind),
}

const refusal = z.looseObject({ message: z.string() })

const pictureViews: Readonly<Record<string, View>> = {
  async page(url, { id, well }) {
    const [one, other] = await Promise.all(
      [id, well].map((name) => fetch(`${url}/api/v1/picture?url=${encodeURIComponent(name)}`)),
    )
    const digestOf = async (response: Response | undefined) =>
      response?.ok
        ? [
            createHash('sha256')
              .update(Buffer.from(await response.arrayBuffer()))
              .digest('hex'),
          ]
        : []
    const failure = one?.ok === false ? /\((\w+):/.exec(refusal.parse(await one.json()).message)?.[1] : undefined
    return { failure, items: await digestOf(one), well: await digestOf(other) }
  },
}

const keyword = '纸鹤'
const link = z.looseObject({ url: z.string(), sources: z.array(z.string()).default([]) })
const warning = z.looseObject({ kind: z.string(), source: z.string().optional(), detail: z.string() })
const work = z.looseObject({ links: z.array(link).default([]) })
const data = z.looseObject({
  merged_by_type: z.record(z.string(), z.array(link)).default({}),
  works: z.array(work).default([]),
})
const answer = z.looseObject({ data, warnings: z.array(warning).default([]) })

/** A failure of the source; of two sources the one that is well is never late, so a warning of lateness is about the other. */
function failureOf(warnings: readonly z.infer<typeof warning>[], id: string): string | undefined {
  const own = warnings.find(({ source }) => source === id)
  return own ? own.detail.split(':')[0] : warnings.find(({ kind }) => kind === 'deadline_reached')?.kind
}

function seenLinks(links: readonly z.infer<typeof link>[], kind: Kind, failure: string | undefined): Seen {
  const of = (id: string) =>
    [...new Set(links.filter(({ sources }) => sources.includes(id)).map(({ url }) => url))].sort()
  return { failure, items: of(kind.id), well: of(kind.well) }
}

function seenAnswer(json: unknown, kind: Kind): Seen {
  const { data: found, warnings } = answer.parse(json)
  const links = [...Object.values(found.merged_by_type).flat(), ...found.works.flatMap((one) => one.links)]
  return seenLinks(links, kind, failureOf(warnings, kind.id))
}

/** The sources of a search: the one that may fail, and the one that is well. */
function choiceOf({ id, well }: Kind): { readonly channels: string; readonly plugins: string } {
  const named = (prefix: string) =>
    [id, well].flatMap((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : [])).join(',')
  return { channels: named('tg:'), plugins: named('plugin:') }
}

function searchUrl(url: string, kind: Kind, path: string, res: string): string {
  const { channels, plugins } = choiceOf(kind)
  const src = channels === '' ? { src: 'plugin' } : { channels }
  return `${url}${path}?${new URLSearchParams({ kw: keyword, ...src, plugins, res, ext: '{"details":true}' })}`
}

const sourceEvent = z.looseObject({
  source: z.string(),
  state: z.string(),
  count: z.number(),
  failure: z.looseObject({ kind: z.string() }).optional(),
})

/** A stream has for each source its number of posts, or its failure. */
async function streamed(url: string, kind: Kind): Promise<Seen> {
  const events = await eventsOf(url)
  const sources = events.flatMap((one) => (one.event === 'source' ? sourceEvent.parse(one.data) : []))
  const of = (id: string) => sources.filter(({ source }) => source === id)
  const countOf = (id: string) => of(id).flatMap(({ count }) => (count > 0 ? [`${count} posts`] : []))
  const [own] = of(kind.id)
  const failure = own?.failure?.kind ?? (own?.state === 'pending' ? 'deadline_reached' : undefined)
  return { failure, items: countOf(kind.id), well: countOf(kind.well) }
}

const toolLinks = z.looseObject({ links: z.array(link).default([]), problems: z.array(warning).default([]) })

const searchViews: Readonly<Record<string, View>> = {
  search: async (url, kind) => seenAnswer(await getJson(searchUrl(url, kind, '/api/search', 'merged_by_type')), kind),
  works: async (url, kind) => seenAnswer(await getJson(searchUrl(url, kind, '/api/search', 'works')), kind),
  stream: (url, kind) => streamed(searchUrl(url, kind, '/api/search/stream', 'merged_by_type'), kind),
  page: (url, kind) => streamed(searchUrl(url, kind, '/api/search/stream', 'works'), kind),
  async terminal(url, kind) {
    const { channels, plugins } = choiceOf(kind)
    const choice = channels === '' ? ['--src', 'plugin'] : ['--channels', channels]
    return seenAnswer(await terminal(url, ['search', keyword, ...choice, '--plugins', plugins, '--res', 'works']), kind)
  },
  async agent(url, kind) {
    const json = await tool(url, 'search_links', { keyword, sources: [kind.id, kind.well], by: 'link', limit: 100 })
    const { links, problems } = toolLinks.parse(json ?? {})
    return seenLinks(links, kind, failureOf(problems, kind.id))
  },
}

const views: Readonly<Record<Kind['group'], Readonly<Record<string, View>>>> = {
  search: searchViews,
  lists: listViews,
  check: checkViews,
  picture: pictureViews,
}

/** The page comes before the other views of lists: it cannot force a list, so it is tried while nothing is known of the lists. */
export const viewNames = ['search', 'stream', 'works', 'page', 'batch', 'list', 'terminal', 'agent'] as const
export type ViewName = (typeof viewNames)[number]

/** The view of a kind; undefined where the combination means nothing: a list is no search, and a picture is on pages only. */
export function viewOf(kind: Kind, name: ViewName): View | undefined {
  return views[kind.group][name]
}

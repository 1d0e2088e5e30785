// How a failure is seen: by the search and its forms, by the routes of lists, by the page's requests, in the terminal and by agents.
import { z } from 'zod'
import type { Kind } from './kinds.ts'
import { checkViews, listViews, pictureViews } from './list-views.ts'
import { eventsOf, getJson, type Seen, terminal, tool, type View } from './seen.ts'

export const keyword = '纸鹤'
const link = z.looseObject({ url: z.string(), sources: z.array(z.string()).default([]) })
const warning = z.looseObject({ kind: z.string(), source: z.string().optional(), detail: z.string() })
const work = z.looseObject({ links: z.array(link).default([]) })
const data = z.looseObject({
  merged_by_type: z.record(z.string(), z.array(link)).default({}),
  works: z.array(work).default([]),
})
const answer = z.looseObject({ data, warnings: z.array(warning).default([]) })

/** A failure of the source; of two sources the one that is well is never late, so a warning of lateness is about the other. */
function toldOf(warnings: readonly z.infer<typeof warning>[], id: string): string | undefined {
  const own = warnings.find(({ source }) => source === id)
  return own ? own.detail.split(':')[0] : warnings.find(({ kind }) => kind === 'deadline_reached')?.kind
}

function seenLinks(links: readonly z.infer<typeof link>[], kind: Kind, told: string | undefined): Seen {
  const of = (id: string) =>
    [...new Set(links.filter(({ sources }) => sources.includes(id)).map(({ url }) => url))].sort()
  return { told, items: of(kind.id), well: of(kind.well) }
}

function seenAnswer(json: unknown, kind: Kind): Seen {
  const { data: found, warnings } = answer.parse(json)
  const links = [...Object.values(found.merged_by_type).flat(), ...found.works.flatMap((one) => one.links)]
  return seenLinks(links, kind, toldOf(warnings, kind.id))
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

/** A stream tells of each source how many posts it had, or why it had none. */
async function streamed(url: string, kind: Kind): Promise<Seen> {
  const events = await eventsOf(url)
  const sources = events.flatMap((one) => (one.event === 'source' ? sourceEvent.parse(one.data) : []))
  const of = (id: string) => sources.filter(({ source }) => source === id)
  const countOf = (id: string) => of(id).flatMap(({ count }) => (count > 0 ? [`${count} posts`] : []))
  const [own] = of(kind.id)
  const told = own?.failure?.kind ?? (own?.state === 'pending' ? 'deadline_reached' : undefined)
  return { told, items: countOf(kind.id), well: countOf(kind.well) }
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
    return seenLinks(links, kind, toldOf(problems, kind.id))
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

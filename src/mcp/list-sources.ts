// The tool `list_sources`.
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { columns } from '../contract/hotlist.ts'
import { someOf, someWords, strayOf, wholeNumber } from './arguments.ts'
import type { Asking, Searchable, SourcesAnswer } from './asking.ts'
import { counted, plain } from './plain-text.ts'
import { fitting, sizeLimits } from './sizes.ts'
import { answered, type Call, shared, type ToolAnswer, type ToolParts, toolAnswer } from './tool-answer.ts'

const description = `Lists the enabled sources of this server: hot lists (ids for get_hot_lists), and the Telegram channels and plugins that search_links uses. Use it when you need an id you do not know; "weibo", "zhihu", "baidu", "bilibili", "douyin", "toutiao", "hackernews" and "github-trending-today" are valid ids. A search does not need named sources.

Returns id, name and column of each hot list, and source names for the "sources" argument of search_links.`

const input = z.looseObject({
  what: z
    .preprocess(
      (sent) => sent ?? undefined,
      z
        .enum(['all', 'hot_lists', 'search'], { error: 'must be one of: all, hot_lists, search' })
        .optional()
        .default('all')
        .describe('"hot_lists": only hot lists; "search": only search sources; default "all".'),
    )
    .optional()
    .default('all'),
  text: someWords(60, 'Only sources whose id or name contains this text: 微博, github.'),
  columns: someOf(columns, 'Only hot lists in these columns.'),
  types: someOf(['hottest', 'realtime'], 'Only rankings (hottest) or only timelines (realtime).'),
  limit: wholeNumber(1, 300, 150, 'Maximum number of hot lists.'),
})

const count = z.int().nonnegative()
const hotList = z.strictObject({
  id: z.string(),
  name: z.string(),
  column: z.enum(columns),
  type: z.enum(['hottest', 'realtime']),
})
type ToldList = z.output<typeof hotList>

const output = z.strictObject({
  hot_lists: z.array(hotList).optional(),
  hot_lists_total: count.optional(),
  channels: z.array(z.string()).optional().describe('Prefix a name with "tg:" to use it as a source of search_links.'),
  channels_total: count.optional(),
  plugins: z
    .array(z.string())
    .optional()
    .describe('Prefix a name with "plugin:" to use it as a source of search_links.'),
  plugins_total: count.optional(),
  ...shared,
})
type Told = z.output<typeof output>

/** Registers the tool. */
export function addListSources(server: McpServer, parts: ToolParts): void {
  server.registerTool(
    'list_sources',
    {
      title: 'List sources',
      description,
      inputSchema: input,
      outputSchema: output,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (args, context) => answered(parts, context, (call) => listSources(args, call, parts.asking)),
  )
}

type Wanted = z.output<typeof input>

async function listSources(args: Wanted, { signal }: Call, asking: Asking): Promise<ToolAnswer> {
  const [lists, searched] = await Promise.all([
    args.what === 'search' ? {} : hotListsOf(args, asking, signal),
    args.what === 'hot_lists' ? {} : asking.searchable(signal).then((all) => searchedOf(all, args)),
  ])
  const told: Told = { ...lists, ...searched }
  return toolAnswer(told, textOf(told), strayOf(args, input.shape))
}

async function hotListsOf({ columns: column, types: type, text, limit }: Wanted, asking: Asking, signal: AbortSignal) {
  const wanted = { ...(column?.length ? { column } : {}), ...(type?.length ? { type } : {}) }
  const { sources } = await asking.sources(wanted, signal)
  const fit = eachSiteFirst(sources)
    .map(toldList)
    .filter(({ id, name }) => hasText(`${id} ${name}`, text))
  return { hot_lists: fitting(fit.slice(0, limit), sizeLimits.structured - 6_000), hot_lists_total: fit.length }
}

/** One list of each site first, then second lists, so that a truncated result covers all sites. */
function eachSiteFirst(sources: SourcesAnswer['sources']): SourcesAnswer['sources'] {
  const seen = new Map<string, number>()
  const placed = sources.map((source) => {
    const place = seen.get(source.family) ?? 0
    seen.set(source.family, place + 1)
    return { source, place }
  })
  return placed.toSorted((one, other) => one.place - other.place).map(({ source }) => source)
}

function toldList({ id, name, title, column, type }: SourcesAnswer['sources'][number]): ToldList {
  return { id, name: plain(title === undefined ? name : `${name} ${title}`, 60), column, type }
}

function searchedOf({ channels, plugins }: Searchable, { text }: Wanted) {
  const some = (names: readonly string[]) => names.filter((name) => hasText(name, text))
  const [fitChannels, fitPlugins] = [some(channels), some(plugins)]
  return {
    channels: fitting(fitChannels, 3_500),
    channels_total: fitChannels.length,
    plugins: fitting(fitPlugins, 1_500),
    plugins_total: fitPlugins.length,
  }
}

function hasText(name: string, text: string | undefined): boolean {
  return text === undefined || name.toLowerCase().includes(text.toLowerCase())
}

/** The text for the model: one line per column, because names are short and numerous. */
function textOf({ hot_lists: lists, hot_lists_total: total = 0, ...searched }: Told): string {
  const named = (lists ?? []).map(({ id, name, column }) => ({ column, named: `${id} (${name})` }))
  const shown = fitting(named, sizeLimits.text - 2_000)
  const lines = Array.from(
    Map.groupBy(shown, ({ column }) => column),
    ([column, some]) => `${column}: ${some.map((one) => one.named).join(', ')}`,
  )
  const rest = total - shown.length
  return [
    ...(lists ? [`${counted(total, 'hot list')}${total > 0 ? ':' : '.'}`, ...lines] : []),
    ...(rest > 0 ? [`${rest} more are not listed: narrow the result with columns, types or text.`] : []),
    ...namesLine('Telegram channels', 'tg:', searched.channels, searched.channels_total),
    ...namesLine('plugins', 'plugin:', searched.plugins, searched.plugins_total),
  ].join('\n')
}

function namesLine(what: string, prefix: string, names: readonly string[] | undefined, total = 0): string[] {
  if (names === undefined) return []
  if (total === 0) return [`No matching ${what}.`]
  const shown = fitting(names, 900)
  const more = total - shown.length
  return [`${total} ${what} (${prefix}NAME): ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`]
}

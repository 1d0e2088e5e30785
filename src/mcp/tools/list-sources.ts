// The tool `list_sources`.
import { z } from 'zod'
import type { HealthResponse, HotSource } from '../../../client/client.ts'
import { columns } from '../../contract/columns.ts'
import { formatCount, plainLine, sizeLimits, truncateToFit } from '../output.ts'
import { integerArgument, optionalSubset, optionalText } from '../tool-arguments.ts'
import { count, type ToolCall, tool } from '../tool-result.ts'

const description = `Lists the enabled sources of this server: hot lists (ids for get_hot_lists), and the Telegram channels and plugins that search_links uses. Use it when you need an id you do not know; "weibo", "zhihu", "baidu", "bilibili", "douyin", "toutiao", "hackernews" and "github-trending-today" are valid ids. A search does not need named sources.

Returns id, name and column of each hot list, and source names for the "sources" argument of search_links.`

const hotList = z.strictObject({
  id: z.string(),
  name: z.string(),
  column: z.enum(columns),
  type: z.enum(['hottest', 'realtime']),
})

type Found = Partial<Awaited<ReturnType<typeof fetchHotLists>> & ReturnType<typeof matchingSources>>

interface Filter {
  readonly columns?: readonly (typeof columns)[number][] | undefined
  readonly types?: readonly ('hottest' | 'realtime')[] | undefined
  readonly text?: string | undefined
  readonly limit: number
}

export const listSourcesTool = tool({
  name: 'list_sources',
  title: 'List sources',
  description,
  isOpenWorld: false,
  input: {
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
    text: optionalText(60, 'Only sources whose id or name contains this text: 微博, github.'),
    columns: optionalSubset(columns, 'Only hot lists in these columns.'),
    types: optionalSubset(['hottest', 'realtime'], 'Only rankings (hottest) or only timelines (realtime).'),
    limit: integerArgument(1, 300, 150, 'Maximum number of hot lists.'),
  },
  output: {
    hot_lists: z.array(hotList).optional(),
    hot_lists_total: count.optional(),
    channels: z
      .array(z.string())
      .optional()
      .describe('Prefix a name with "tg:" to use it as a source of search_links.'),
    channels_total: count.optional(),
    plugins: z
      .array(z.string())
      .optional()
      .describe('Prefix a name with "plugin:" to use it as a source of search_links.'),
    plugins_total: count.optional(),
  },
  async run({ what, ...filter }, call) {
    const [lists, searched] = await Promise.all([
      what === 'search' ? {} : fetchHotLists(filter, call),
      what === 'hot_lists'
        ? {}
        : call.client.health({ signal: call.signal }).then((all) => matchingSources(all, filter)),
    ])
    const content: Found = { ...lists, ...searched }
    return { content, text: formatText(content) }
  },
})

async function fetchHotLists({ columns: column, types: type, text, limit }: Filter, { client, signal }: ToolCall) {
  const filter = { ...(column?.length ? { column } : {}), ...(type?.length ? { type } : {}) }
  const { sources } = await client.sources(filter, { signal })
  const fit = roundRobinBySite(sources)
    .map(toOutputList)
    .filter(({ id, name }) => hasText(`${id} ${name}`, text))
  return { hot_lists: truncateToFit(fit.slice(0, limit), sizeLimits.structured - 6_000), hot_lists_total: fit.length }
}

/** One list of each site first, then second lists, so that a truncated result covers all sites. */
function roundRobinBySite(sources: readonly HotSource[]): HotSource[] {
  const seen = new Map<string, number>()
  const rounds = sources.map((source) => {
    const round = seen.get(source.family) ?? 0
    seen.set(source.family, round + 1)
    return { source, place: round }
  })
  return rounds.toSorted((one, other) => one.place - other.place).map(({ source }) => source)
}

function toOutputList({ id, name, title, column, type }: HotSource) {
  return { id, name: plainLine(title === undefined ? name : `${name} ${title}`, 60), column, type }
}

function matchingSources({ channels, plugins }: HealthResponse, { text }: Filter) {
  const some = (names: readonly string[]) => names.filter((name) => hasText(name, text))
  const [fitChannels, fitPlugins] = [some(channels), some(plugins)]
  return {
    channels: truncateToFit(fitChannels, 3_500),
    channels_total: fitChannels.length,
    plugins: truncateToFit(fitPlugins, 1_500),
    plugins_total: fitPlugins.length,
  }
}

function hasText(name: string, text: string | undefined): boolean {
  return text === undefined || name.toLowerCase().includes(text.toLowerCase())
}

/** The text for the model: one line per column, because names are short and numerous. */
function formatText({ hot_lists: lists, hot_lists_total: total = 0, ...searched }: Found): string {
  const named = (lists ?? []).map(({ id, name, column }) => ({ column, named: `${id} (${name})` }))
  const shown = truncateToFit(named, sizeLimits.text - 2_000)
  const lines = Array.from(
    Map.groupBy(shown, ({ column }) => column),
    ([column, some]) => `${column}: ${some.map((one) => one.named).join(', ')}`,
  )
  const rest = total - shown.length
  return [
    ...(lists ? [`${formatCount(total, 'hot list')}${total > 0 ? ':' : '.'}`, ...lines] : []),
    ...(rest > 0 ? [`${rest} more are not listed: narrow the result with columns, types or text.`] : []),
    ...namesLine('Telegram channels', 'tg:', searched.channels, searched.channels_total),
    ...namesLine('plugins', 'plugin:', searched.plugins, searched.plugins_total),
  ].join('\n')
}

function namesLine(what: string, prefix: string, names: readonly string[] | undefined, total = 0): string[] {
  if (names === undefined) return []
  if (total === 0) return [`No matching ${what}.`]
  const shown = truncateToFit(names, 900)
  const more = total - shown.length
  return [`${total} ${what} (${prefix}NAME): ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`]
}

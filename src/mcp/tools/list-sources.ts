// The tool `list_sources`.
import { z } from 'zod'
import type { HotSource } from '../../../client/client.ts'
import { columns } from '../../contract/columns.ts'
import { formatCount, plainName, sizeLimits, truncateToFit } from '../output.ts'
import { count, type ToolCall, tool } from '../tool.ts'
import { integerArgument, optionalChoice, optionalSubset, optionalText } from '../tool-arguments.ts'

const description = `Lists the enabled sources of this server: hot lists (ids for get_hot_lists), and the Telegram channels and plugins that search_links uses. Use it when you need an id you do not know; "weibo", "zhihu", "baidu", "bilibili", "douyin", "toutiao", "hackernews" and "github-trending-today" are valid ids. A search does not need named sources.

Returns id, name and column of each hot list, and source names for the "sources" argument of search_links.`

const types = ['hottest', 'realtime'] as const

const hotList = z.strictObject({ id: z.string(), name: z.string(), column: z.enum(columns), type: z.enum(types) })

function names(prefix: string) {
  return z
    .array(z.string())
    .optional()
    .describe(`Prefix a name with "${prefix}" to use it as a source of search_links.`)
}

const input = {
  what: optionalChoice(
    ['all', 'hot_lists', 'search'],
    '"hot_lists": only hot lists; "search": only search sources; default "all".',
    'all',
  ),
  text: optionalText(60, 'Only sources whose id or name contains this text: 微博, github.'),
  columns: optionalSubset(columns, 'Only hot lists in these columns.'),
  types: optionalSubset(types, 'Only rankings (hottest) or only timelines (realtime).'),
  limit: integerArgument(1, 300, 150, 'Maximum number of hot lists.'),
}
type Filter = z.output<z.ZodObject<typeof input>>

const output = {
  hot_lists: z.array(hotList).optional(),
  hot_lists_total: count.optional(),
  channels: names('tg:'),
  channels_total: count.optional(),
  plugins: names('plugin:'),
  plugins_total: count.optional(),
}
type Found = z.output<z.ZodObject<typeof output>>

export const listSourcesTool = tool({
  name: 'list_sources',
  title: 'List sources',
  description,
  isOpenWorld: false,
  input,
  output,
  async run(filter, call) {
    const [lists, searched] = await Promise.all([
      filter.what === 'search' ? {} : fetchHotLists(filter, call),
      filter.what === 'hot_lists' ? {} : fetchSearchSources(filter, call),
    ])
    const content: Found = { ...lists, ...searched }
    return { content, text: formatText(content) }
  },
})

async function fetchHotLists({ columns: column, types: type, text, limit }: Filter, { client, signal }: ToolCall) {
  const { sources } = await client.sources({ column, type }, { signal })
  const fit = roundRobinBySite(sources)
    .map((source) => ({ id: source.id, name: plainName(source), column: source.column, type: source.type }))
    .filter(({ id, name }) => hasText(`${id} ${name}`, text))
  return { hot_lists: truncateToFit(fit.slice(0, limit), sizeLimits.structured - 6_000), hot_lists_total: fit.length }
}

/** One list of each site first, then second lists, so that a truncated result covers all sites. */
function roundRobinBySite(sources: readonly HotSource[]): HotSource[] {
  const seen = new Map<string, number>()
  const rounds = sources.map((source) => {
    const round = seen.get(source.family) ?? 0
    seen.set(source.family, round + 1)
    return { source, round }
  })
  return rounds.toSorted((one, other) => one.round - other.round).map(({ source }) => source)
}

async function fetchSearchSources({ text }: Filter, { client, signal }: ToolCall) {
  const health = await client.health({ signal })
  const [channels, plugins] = [health.channels, health.plugins].map((all) => all.filter((name) => hasText(name, text)))
  return {
    channels: truncateToFit(channels ?? [], 3_500),
    channels_total: channels?.length ?? 0,
    plugins: truncateToFit(plugins ?? [], 1_500),
    plugins_total: plugins?.length ?? 0,
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

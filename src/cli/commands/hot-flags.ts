// `trawl hot`: its flags and its help.
import { UsageError } from '../usage-error.ts'
import { parseChoices, parseFlags, parseNumber, sharedFlags, sharedHelp, splitEntries } from './flags.ts'

/** Columns of the board. Not imported from the contract whose schemas take longer to load than the rest of the command; a test compares them. */
export const columnNames = [
  'china',
  'world',
  'tech',
  'finance',
  'sports',
  'entertainment',
  'game',
  'community',
  'science',
  'life',
] as const

export type HotCommandOptions = ReturnType<typeof parseHotFlags>

/** Lists shown by default, if enabled. */
export const defaultLists: readonly string[] = [
  'weibo',
  'zhihu',
  'baidu',
  'bilibili-hot-search',
  'ithome',
  'hackernews',
]

const defaultLimit = 10
export const maxItems = 50

export const hotHelp = `Shows hot lists with their age, and marks those that failed or are stale.

  trawl hot                       ${defaultLists.join(', ')}
  trawl hot weibo zhihu --limit 20
  trawl hot --list --column tech  print the available lists of a column
  trawl hot weibo --follow        show the list again whenever it changes
  trawl hot weibo --at 2h         the list as it stood two hours ago
  trawl hot weibo --history       the ranks of its items over the last week

  --limit ${defaultLimit}          items of each list, 1 to ${maxItems}; 0: all (default with --json)
  --column tech       show the lists of a column: ${columnNames.slice(0, 5).join(', ')},
                      ${columnNames.slice(5).join(', ')}
  --urls              print the URL of each item on a line of its own
  --at TIME           the lists as they stood then: 30m, 2h, 3d (ago), or "2026-11-21 08:00"
  --history           for each item its ranks over time as bars, the best one, and when it was seen
  --item WORDS        with --history: only items with these words in the title, or this id
  --refresh           ask the sites again (at most once in ten seconds for each list)
  --follow            print changes until Ctrl+C, reconnect if necessary; with --json one message a line
  --list              print the ids, names and columns of all lists; with --all also of disabled ones
${sharedHelp}

  Exit status: 0 all lists were shown; 1 a list failed; 2 wrong usage, unknown list, or no answer from
  the server; 130 after Ctrl+C.`

const flags = {
  ...sharedFlags,
  limit: { type: 'string' },
  column: { type: 'string', multiple: true },
  urls: { type: 'boolean', default: false },
  at: { type: 'string' },
  history: { type: 'boolean', default: false },
  item: { type: 'string' },
  refresh: { type: 'boolean', default: false },
  follow: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
} as const

type HotFlagValues = ReturnType<typeof parseFlags<typeof flags>>['values']

/** A sentence about flags that exclude each other; undefined if there are none. */
function findConflict(
  { list, all, follow, refresh, limit, urls, json, column, at, history, item }: HotFlagValues,
  hasIds: boolean,
): string | undefined {
  const clashes: readonly (readonly [boolean, string])[] = [
    [all && !list, '--all requires --list'],
    [
      list && (follow || refresh || urls || limit !== undefined || at !== undefined),
      '--list prints no items; it excludes --follow, --refresh, --urls, --limit and --at',
    ],
    [list && hasIds, '--list takes no names of lists'],
    [column !== undefined && hasIds, '--column takes no names of lists'],
    [follow && refresh, '--follow and --refresh exclude each other: --follow shows changes as soon as they are known'],
    [at !== undefined && (follow || refresh), '--at shows what was; it excludes --follow and --refresh'],
    [
      history && (at !== undefined || follow || refresh || list),
      '--history shows what was; it excludes --at, --follow, --refresh and --list',
    ],
    [item !== undefined && !history, '--item requires --history'],
    [
      follow && json && limit !== undefined,
      '--limit and --follow --json exclude each other: the messages have every item',
    ],
    [json && urls, '--urls and --json exclude each other: the JSON has every URL'],
  ]
  return clashes.find(([isIt]) => isIt)?.[1]
}

/** The limit given, else the default: all items with --json. */
function parseLimit(given: string | undefined, isJson: boolean): number {
  const number = parseNumber('--limit', given, [0, maxItems]) ?? (isJson ? 0 : defaultLimit)
  return number === 0 ? maxItems : number
}

/** Parses the arguments of `trawl hot`. @throws UsageError for invalid arguments. */
export function parseHotFlags(words: readonly string[]) {
  const { values, positionals } = parseFlags(words, flags)
  const ids = splitEntries(positionals) ?? []
  const clash = findConflict(values, ids.length > 0)
  if (clash !== undefined) throw new UsageError(clash)
  return {
    /** Ids of lists; empty for the lists of `columns`, or the default lists. */
    ids,
    columns: parseChoices('--column', values.column, columnNames),
    service: values,
    isJson: values.json,
    limit: parseLimit(values.limit, values.json && !values.history),
    bypassesCache: values.refresh,
    follows: values.follow,
    at: values.at,
    showsHistory: values.history,
    item: values.item,
    hasUrls: values.urls,
    isCatalogue: values.list,
    includesDisabled: values.all,
  }
}

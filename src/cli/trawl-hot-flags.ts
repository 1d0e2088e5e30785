// `trawl hot`: its flags and its help.
import { entriesOf, numberOf, readFlags, sharedFlags, sharedHelp, someOf, type WhichTrawl } from './trawl-flags.ts'
import { WrongUse } from './wrong-use.ts'

/** The groups that lists are shown in; of their own for the same reason as the clouds in found-links.ts. */
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

/** Which lists are wanted, and how they are shown. */
export interface HotWish {
  /** Empty: those of the columns, or the usual ones. */
  readonly ids: readonly string[]
  readonly columns: readonly (typeof columnNames)[number][] | undefined
  readonly service: WhichTrawl
  readonly isJson: boolean
  /** So many items of each list at the most. */
  readonly limit: number
  readonly isForced: boolean
  readonly follows: boolean
  readonly hasUrls: boolean
  /** The catalogue is wanted, and no list. */
  readonly isCatalogue: boolean
  /** In the catalogue those too that are off. */
  readonly hasAll: boolean
}

/** What is shown where no list is named, as far as it is on. */
export const usualLists: readonly string[] = ['weibo', 'zhihu', 'baidu', 'bilibili-hot-search', 'ithome', 'hackernews']

const usualLimit = 10
/** More than any list has. */
export const mostItems = 50

export const hotHelp = `Shows hot lists, each with its age; what failed, and what is older than it should be, is said.

  trawl hot                       ${usualLists.join(', ')}
  trawl hot weibo zhihu --limit 20
  trawl hot --list --column tech  what there is
  trawl hot weibo --follow        goes on, and shows the list again when it has changed

  --limit ${usualLimit}          so many items of each list, 1 to ${mostItems}; 0: all, as with --json
  --column tech       without names: the lists of this column: ${columnNames.slice(0, 5).join(', ')},
                      ${columnNames.slice(5).join(', ')}
  --urls              the address of each item on a line of its own
  --refresh           ask the sites anew (a list every ten seconds at the most)
  --follow            until Ctrl+C, also when the Trawl is away for a while; with --json a message a line
  --list              the lists there are: ids, names, columns; with --all those too that are off
${sharedHelp}

  Exit status: 0 every list was shown, 1 one could not be had, 2 wrong usage, no such list, or the
  Trawl could not be asked, 130 after Ctrl+C.`

const flags = {
  ...sharedFlags,
  limit: { type: 'string' },
  column: { type: 'string', multiple: true },
  urls: { type: 'boolean', default: false },
  refresh: { type: 'boolean', default: false },
  follow: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof readFlags<typeof flags>>['values']

/** What does not go together, in a sentence. */
function clashIn(
  { list, all, follow, refresh, limit, urls, json, column }: Values,
  hasIds: boolean,
): string | undefined {
  const clashes: readonly (readonly [boolean, string])[] = [
    [all && !list, '--all goes with --list'],
    [
      list && (follow || refresh || urls || limit !== undefined),
      '--list shows which lists there are, and nothing of what is in them',
    ],
    [list && hasIds, '--list goes without names of lists'],
    [column !== undefined && hasIds, '--column goes without names of lists'],
    [follow && refresh, '--follow shows what is new as soon as it is known; it goes without --refresh'],
    [follow && json && limit !== undefined, '--limit does not go with --follow --json: that has every item'],
    [json && urls, '--urls does not go with --json: that has every address'],
  ]
  return clashes.find(([isIt]) => isIt)?.[1]
}

/** Programs take their pick themselves. */
function limitOf(given: string | undefined, isJson: boolean): number {
  const number = numberOf('--limit', given, [0, mostItems]) ?? (isJson ? 0 : usualLimit)
  return number === 0 ? mostItems : number
}

/** Reads the words behind `trawl hot`. @throws WrongUse for what cannot be meant. */
export function readHotWish(words: readonly string[]): HotWish {
  const { values, positionals } = readFlags(words, flags)
  const ids = entriesOf(positionals) ?? []
  const clash = clashIn(values, ids.length > 0)
  if (clash !== undefined) throw new WrongUse(clash)
  const columns = someOf('--column', values.column, columnNames)
  const { list, all, follow, refresh, limit, urls, json } = values
  return {
    ...{ ids, columns, service: values, isJson: json, isForced: refresh, follows: follow, hasUrls: urls },
    ...{ isCatalogue: list, hasAll: all, limit: limitOf(limit, json) },
  }
}

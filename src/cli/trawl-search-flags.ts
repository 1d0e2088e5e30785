// `trawl search`: its flags, its help, and the request they make.
import type { SearchRequest } from '../../client/client.ts'
import { clouds } from './found-links.ts'
import {
  entriesOf,
  numberOf,
  oneOf,
  readFlags,
  sharedFlags,
  sharedHelp,
  someOf,
  type WhichTrawl,
} from './trawl-flags.ts'
import { WrongUse } from './wrong-use.ts'

/** What is searched, and how it is shown. */
export interface SearchWish {
  readonly request: SearchRequest
  readonly service: WhichTrawl
  readonly isJson: boolean
  /** So many links of each cloud; 0 for all. */
  readonly limit: number
  readonly hasDetails: boolean
}

/** Sources asked side by side: whoever waits at a terminal wants all of them at once. */
const sideBySide = 128

/** Links of each cloud, where nothing else is said. */
const usualLimit = 10

export const searchHelp = `Searches for links: Telegram channels, plugins, and what the Trawl remembers.

  trawl search 流浪地球
  trawl search 流浪地球 4K --type quark,aliyun --exclude 预告
  trawl search 流浪地球 --json | jq -r '.data.merged_by_type.quark[].url'

  --type quark,115    these clouds only: ${clouds.slice(0, 7).join(', ')},
                      ${clouds.slice(7).join(', ')}
  --src all           all, or only tg (channels) or plugin
  --channels a,b      these channels, listed or not
  --plugins a,b       these plugins
  --include WORD      one of these words must be in the title; may be given several times
  --exclude WORD      none of these may
  --title-en TITLE    the title in English, for plugins that search English indexes
  --limit ${usualLimit}          so many links of each cloud; 0: all
  --health sink       links known to be dead: sink (last), hide, or ignore that they are
  --details           who has each link, when it is from, and which sources failed and why
  --refresh           ask every source anew, whatever is kept
  --deadline 8        wait so many seconds at the most, 1 to 30
  --res SHAPE         with --json: merged_by_type, results or all
${sharedHelp}

  Ctrl+C shows what has come by then; with --json nothing is shown.
  Exit status: 0 links were found, 1 none was, 2 wrong usage, or the Trawl could not be asked,
  3 none was found and sources failed or were late, 130 after Ctrl+C.`

const flags = {
  ...sharedFlags,
  type: { type: 'string', multiple: true },
  src: { type: 'string' },
  channels: { type: 'string', multiple: true },
  plugins: { type: 'string', multiple: true },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  'title-en': { type: 'string' },
  limit: { type: 'string' },
  health: { type: 'string' },
  details: { type: 'boolean', default: false },
  refresh: { type: 'boolean', default: false },
  deadline: { type: 'string' },
  res: { type: 'string' },
} as const

/** Reads the words behind `trawl search`. @throws WrongUse for what cannot be meant. */
export function readSearchWish(words: readonly string[]): SearchWish {
  const { values, positionals } = readFlags(words, flags)
  const { json: isJson, details: hasDetails, limit, res } = values
  const kw = positionals.join(' ').trim()
  if (kw === '') throw new WrongUse('what is to be searched for? trawl search 流浪地球')
  if (isJson && limit !== undefined) throw new WrongUse('--limit does not go with --json: that has every link')
  if (!isJson && res !== undefined) throw new WrongUse('--res goes with --json')
  const [include, exclude] = [wordsOf(values.include), wordsOf(values.exclude)]
  return {
    ...{ service: values, isJson, hasDetails, limit: numberOf('--limit', limit, [0, 100_000]) ?? usualLimit },
    request: {
      kw,
      conc: sideBySide,
      refresh: values.refresh || undefined,
      src: oneOf('--src', values.src, ['all', 'tg', 'plugin']),
      cloud_types: someOf('--type', values.type, clouds),
      channels: entriesOf(values.channels),
      plugins: entriesOf(values.plugins),
      res: oneOf('--res', res, ['merged_by_type', 'results', 'all']),
      filter: include || exclude ? { ...(include && { include }), ...(exclude && { exclude }) } : undefined,
      // The order of links is told by their details.
      ext: extOf(values, hasDetails || !isJson),
    },
  }
}

type Values = ReturnType<typeof readFlags<typeof flags>>['values']

function extOf(values: Values, details: boolean): SearchRequest['ext'] {
  const deadline = numberOf('--deadline', values.deadline, [1, 30])
  const health = oneOf('--health', values.health, ['sink', 'hide', 'ignore'])
  const title = values['title-en']
  return {
    ...(deadline && { deadline_ms: deadline * 1000 }),
    ...(health && { health }),
    ...(details && { details }),
    ...(title && { title_en: title }),
  }
}

/** Words of a filter may hold commas and blanks: each is one. */
function wordsOf(given: readonly string[] | undefined): string[] | undefined {
  const words = given?.map((word) => word.trim()).filter((word) => word !== '')
  return words && words.length > 0 ? words : undefined
}

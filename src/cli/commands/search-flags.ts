// `trawl search`: its flags, its help, and the request built from them.
import type { SearchRequest } from '../../../client/client.ts'
import { cloudOrder } from '../../../client/link-collector.ts'
import { UsageError } from '../usage-error.ts'
import { parseChoice, parseChoices, parseFlags, parseNumber, sharedFlags, sharedHelp, splitEntries } from './flags.ts'

export type SearchCommandOptions = ReturnType<typeof parseSearchFlags>

/** Sources asked concurrently; a single user at a terminal can ask all at once. */
const maxConcurrentSources = 128

/** Maximum number of works that are shown without `--limit`. */
export const maxDefaultWorks = 20

/** Links of each cloud, with `--by cloud`. */
const defaultCloudLimit = 10

export const searchHelp = `Searches Telegram channels, plugins and the server's archive. Shows works, numbered, with the best link
of each cloud; trawl open NUMBER opens one.

  trawl search 流浪地球
  trawl search 流浪地球 4K --type quark,aliyun --exclude 预告
  trawl search 流浪地球 --json | jq -r '.data.merged_by_type.quark[].url'

  --by work           work, or cloud: all links by cloud
  --type quark,115    only these clouds: ${cloudOrder.slice(0, 7).join(', ')},
                      ${cloudOrder.slice(7).join(', ')}
  --src all           all, tg (channels) or plugin
  --channels a,b      search these channels, also unlisted ones
  --plugins a,b       search these plugins
  --include WORD      the title must contain one of these words; may be repeated
  --exclude WORD      the title must not contain this word; may be repeated
  --title-en TITLE    the title in English, for plugins that search English indexes
  --limit 10          works (default: a screen, at most ${maxDefaultWorks}), or with --by cloud links of each cloud
                      (default: ${defaultCloudLimit}); 0: all
  --health sink       dead links: sink (show last), hide, or ignore (treat as any other)
  --details           show all links of a work, the sources and date of each, and why sources failed
  --refresh           ask every source again instead of using cached answers
  --deadline 8        time limit in seconds, 1 to 30
  --res SHAPE         shape of the JSON: merged_by_type, results, all or works
${sharedHelp}

  Ctrl+C prints the links found so far; with --json nothing.
  Exit status: 0 links found; 1 no links; 2 wrong usage, or no answer from the server;
  3 no links, but sources failed or were late; 130 after Ctrl+C.`

const flags = {
  ...sharedFlags,
  by: { type: 'string' },
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

/** Parses the arguments of `trawl search`. @throws UsageError for invalid arguments. */
export function parseSearchFlags(words: readonly string[]) {
  const { values, positionals } = parseFlags(words, flags)
  const { json: isJson, details: hasDetails } = values
  const kw = positionals.join(' ').trim()
  if (kw === '') throw new UsageError('no search words given; usage: trawl search 流浪地球')
  rejectCombinations(values)
  const by = parseChoice('--by', values.by, ['work', 'cloud']) ?? 'work'
  const shape = parseChoice('--res', values.res, ['merged_by_type', 'results', 'all', 'works'])
  const [include, exclude] = [nonEmptyWords(values.include), nonEmptyWords(values.exclude)]
  const request: SearchRequest = {
    kw,
    conc: maxConcurrentSources,
    refresh: values.refresh || undefined,
    src: parseChoice('--src', values.src, ['all', 'tg', 'plugin']),
    cloud_types: parseChoices('--type', values.type, cloudOrder),
    channels: splitEntries(values.channels),
    plugins: splitEntries(values.plugins),
    res: !isJson && by === 'work' ? 'works' : shape,
    filter: include || exclude ? { ...(include && { include }), ...(exclude && { exclude }) } : undefined,
    // Sorting the links requires their details.
    ext: buildExt(values, hasDetails || !isJson),
  }
  return {
    request,
    service: values,
    isJson,
    by,
    hasDetails,
    /** 0 for all; of works undefined for a screen. */
    limit: parseNumber('--limit', values.limit, [0, 100_000]) ?? (by === 'cloud' ? defaultCloudLimit : undefined),
  }
}

type SearchFlagValues = ReturnType<typeof parseFlags<typeof flags>>['values']

/** @throws UsageError for flags that exclude each other. */
function rejectCombinations({ json, limit, by, res }: SearchFlagValues): void {
  if (json && limit !== undefined)
    throw new UsageError('--limit and --json exclude each other: the JSON has every link')
  if (json && by !== undefined)
    throw new UsageError('--by and --json exclude each other: --res selects the shape of the JSON')
  if (!json && res !== undefined) throw new UsageError('--res requires --json')
}

function buildExt(values: SearchFlagValues, details: boolean): SearchRequest['ext'] {
  const deadline = parseNumber('--deadline', values.deadline, [1, 30])
  const health = parseChoice('--health', values.health, ['sink', 'hide', 'ignore'])
  const title = values['title-en']
  return {
    ...(deadline && { deadline_ms: deadline * 1000 }),
    ...(health && { health }),
    ...(details && { details }),
    ...(title && { title_en: title }),
  }
}

/** Words of a filter may contain commas and blanks, so they are not split. */
function nonEmptyWords(given: readonly string[] | undefined): string[] | undefined {
  const words = given?.map((word) => word.trim()).filter((word) => word !== '')
  return words && words.length > 0 ? words : undefined
}

// `trawl doctor`: its flags and its help.
import { parseChoice, parseFlags, parseNumber } from '../commands/flags.ts'
import { UsageError } from '../usage-error.ts'
import { stateMeanings, states } from './diagnosis.ts'

/** Default keywords, found on nearly every site: a book with film versions, and a common topic of courses and software. */
export const defaultKeywords: readonly string[] = ['三体', 'linux']

const meanings = states.map((state) => `    ${state.padEnd(10)} ${stateMeanings[state]}`).join('\n')

export const doctorHelp = `Asks every source once, live, and reports the state of each. Uses the settings of the service and stores nothing.

  trawl doctor                          all enabled sources
  trawl doctor weibo labi 'acfun*'      only these: ids, plugins, channels (tg:name), families, prefixes of ids;
                                        for declared lists also what each key found in three rows

  --only search|lists   only plugins and channels, or only hot lists
  --channels            only channels: which have a page, when they last posted, how many links of the last 30 days
                        their page has, and the line for .env that takes out those that are gone or silent
  --all                 also disabled sources
  --kw WORD             keyword for plugins; may be repeated: the next one is tried if nothing is found
                        (default: ${defaultKeywords.join(', then ')}); channels are asked for their latest posts
  --timeout-s 240       time limit of the whole run in seconds, 1 to 3600
  --json                print one JSON document instead of the table
  --help                show this text

  If sources are gone, the last lines are settings for .env that take them out.

  In a clone of the repository \`npm run doctor\` does the same, and compares the replies of drifted sources with the fixtures.

  States of a source:${meanings}

  Exit status: 0 every source answers, is empty or closed; 1 a source is drifted, gone, dead, blocked or
  unasked; 2 invalid command line or setting; 130 after Ctrl+C, which prints the results so far.`

const flags = {
  only: { type: 'string' },
  channels: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  kw: { type: 'string', multiple: true },
  'timeout-s': { type: 'string', default: '240' },
  json: { type: 'boolean', default: false },
} as const

/** Parses the arguments of `trawl doctor`. @throws UsageError for invalid arguments. */
export function parseDoctorFlags(words: readonly string[]) {
  const { values, positionals } = parseFlags(words, flags)
  const keywords = values.kw?.map((word) => word.trim())
  if (keywords?.includes('')) throw new UsageError('--kw needs a keyword')
  return {
    names: positionals,
    only: values.channels ? ('channels' as const) : parseChoice('--only', values.only, ['search', 'lists']),
    all: values.all,
    json: values.json,
    timeoutMs: (parseNumber('--timeout-s', values['timeout-s'], [1, 3600]) ?? 0) * 1000,
    /** Keywords for plugins, tried in order until one finds something; undefined for the defaults. */
    keywords,
  }
}

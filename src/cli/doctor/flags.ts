// Parses the command line of `trawl doctor`.
import { parseArgs } from 'node:util'
import { stateMeanings, states } from './diagnosis.ts'
import type { TargetSelection } from './sources.ts'

/** Options of a run and the selected sources. */
export interface DoctorOptions extends TargetSelection {
  readonly json: boolean
  /** Time limit of the whole run, in milliseconds. */
  readonly timeoutMs: number
  /** Keywords for plugins, tried in order until one finds something; undefined for the defaults. */
  readonly keywords: readonly string[] | undefined
}

/** The parsed command line: help, a run, or a usage error. */
export type DoctorFlags = { readonly help: string } | { readonly options: DoctorOptions } | { readonly mistake: string }

/** Default keywords, found on nearly every site: a book with film versions, and a common topic of courses and software. */
export const defaultKeywords: readonly string[] = ['三体', 'linux']

const meanings = states.map((state) => `    ${state.padEnd(10)} ${stateMeanings[state]}`).join('\n')

const help = `Asks every source once, live, and reports the state of each. Uses the settings of the service and stores nothing.

  npm run doctor                        all enabled sources
  npm run doctor -- weibo labi 'acfun*' only these: ids, plugins, channels (tg:name), families, prefixes of ids

  --only search|lists   only plugins and channels, or only hot lists
  --all                 also disabled sources
  --kw WORD             keyword for plugins; may be repeated: the next one is tried if nothing is found
                        (default: ${defaultKeywords.join(', then ')}); channels are asked for their latest posts
  --timeout-s 240       time limit of the whole run in seconds, 1 to 3600
  --json                print one JSON document instead of the table
  --help                show this text

  States of a source:${meanings}

  Exit status: 0 every source answers, is empty or closed; 1 a source is drifted, gone, dead, blocked or
  unasked; 2 invalid command line or setting; 130 after Ctrl+C, which prints the results so far.`

/** Parses the arguments after the program's name; never throws. */
export function parseDoctorFlags(args: readonly string[]): DoctorFlags {
  try {
    return parseOrThrow(args)
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : 'invalid arguments' }
  }
}

function parseOrThrow(args: readonly string[]): DoctorFlags {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      all: { type: 'boolean', default: false },
      kw: { type: 'string', multiple: true },
      'timeout-s': { type: 'string', default: '240' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { help }
  const { only, all, json, kw } = values
  if (only !== undefined && only !== 'search' && only !== 'lists')
    throw new TypeError(`--only must be search or lists, not "${only}"`)
  const seconds = values['timeout-s']
  if (!/^\d{1,4}$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > 3600)
    throw new TypeError(`--timeout-s must be a whole number from 1 to 3600, not "${seconds}"`)
  const keywords = kw?.map((word) => word.trim())
  if (keywords?.includes('')) throw new TypeError('--kw needs a keyword')
  return { options: { names: positionals, only, all, json, timeoutMs: Number(seconds) * 1000, keywords } }
}

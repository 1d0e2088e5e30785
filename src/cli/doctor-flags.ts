// The command line of the doctor: flags to options, a sentence for what cannot be read.
import { parseArgs } from 'node:util'
import { stateMeanings, states } from './finding.ts'
import type { Choice } from './subjects.ts'

/** What the doctor is to do, and of which sources. */
export interface DoctorOptions extends Choice {
  readonly json: boolean
  /** The whole run ends after so many milliseconds. */
  readonly timeoutMs: number
  /** What is searched for, one after the other until something is found; undefined for the default. */
  readonly keywords: readonly string[] | undefined
}

/** What the command line asks for: help, a run, or a correction. */
export type DoctorFlags = { readonly help: string } | { readonly options: DoctorOptions } | { readonly mistake: string }

/** Found almost everywhere: a book that became films, and what sites of lessons and software have. */
export const usualKeywords: readonly string[] = ['三体', 'linux']

const meanings = states.map((state) => `    ${state.padEnd(10)} ${stateMeanings[state]}`).join('\n')

const help = `Asks the sources live, once, and says how each of them does. Settings are those of the service; nothing is kept.

  npm run doctor                        all that is on
  npm run doctor -- weibo labi 'acfun*' these: ids, plugins, channels (tg:name), families, beginnings of ids

  --only search|lists   only plugins and channels, or only hot lists
  --all                 also what is off
  --kw WORD             what is searched for; may be given several times: the next is tried when nothing is found.
                        Default: ${usualKeywords.join(', then ')}; a channel is asked for its latest posts
  --timeout-s 240       the whole run ends after so many seconds, 1 to 3600
  --json                one JSON document in place of the table
  --help                this text

  What it says of a source:
${meanings}

  Exit status: 0 when every source answers, is empty or closed, 1 when one is drifted, gone, dead, blocked
  or unasked, 2 when the command line or a setting is wrong, 130 after Ctrl+C, which prints what is known so far.`

/** Reads the arguments behind the program's name; never throws. */
export function readDoctorFlags(args: readonly string[]): DoctorFlags {
  try {
    return flagsOf(args)
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : 'these flags cannot be read' }
  }
}

function flagsOf(args: readonly string[]): DoctorFlags {
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
    throw new TypeError(`--only knows search lists, not "${only}"`)
  const seconds = values['timeout-s']
  if (!/^\d{1,4}$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > 3600)
    throw new TypeError(`--timeout-s must be a whole number from 1 to 3600, not "${seconds}"`)
  const keywords = kw?.map((word) => word.trim())
  if (keywords?.includes('')) throw new TypeError('--kw needs a word')
  return { options: { names: positionals, only, all, json, timeoutMs: Number(seconds) * 1000, keywords } }
}

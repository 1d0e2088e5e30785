// What the words behind `trawl` ask for: a command, help, the version; and what is told when it goes wrong.
import { TrawlError } from '../../client/client.ts'
import manifest from '../../package.json' with { type: 'json' }
import { nearWords } from './near.ts'
import type { Command } from './run-in-process.ts'
import { interruptedStatus, type Terminal, written, wrongStatus } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import { checkHelp, runCheck } from './trawl-check.ts'
import { runHot } from './trawl-hot.ts'
import { hotHelp } from './trawl-hot-flags.ts'
import { mcpHelp, runMcp } from './trawl-mcp.ts'
import { runSearch } from './trawl-search.ts'
import { searchHelp } from './trawl-search-flags.ts'
import { WrongUse } from './wrong-use.ts'

interface Known {
  readonly run: Command
  /** Undefined where the command tells it itself. */
  readonly help: string | undefined
}

const commands: ReadonlyMap<string, Known> = new Map([
  ['search', { run: runSearch, help: searchHelp }],
  ['hot', { run: runHot, help: hotHelp }],
  ['check', { run: runCheck, help: checkHelp }],
  ['doctor', { run: runDoctorLater, help: undefined }],
  ['mcp', { run: runMcp, help: mcpHelp }],
])

const help = `Trawl ${manifest.version}: searches for network-drive links, and shows hot lists.

  trawl search WORDS     links: channels, plugins, the archive
  trawl hot [LISTS]      hot lists
  trawl check URLS       are shares still there?
  trawl doctor [NAMES]   which sites answer from here
  trawl mcp              tools for an AI agent that starts this
  trawl help COMMAND     its flags; the same as trawl COMMAND --help
  trawl --version

It asks the Trawl that --url or TRAWL_URL names, else the one that runs on this machine (PORT, 8888), else
it asks the sites itself and keeps nothing. Settings for that are those of the service: the environment, .env.
docs/terminal.md says more. The service itself is npm start.`

/** All sources come with it. */
async function runDoctorLater(words: readonly string[], terminal: Terminal): Promise<number> {
  const { runDoctor } = await import('./doctor-run.ts')
  return await runDoctor(words, terminal)
}

/** Does as the words say; resolves to the exit status, and has told what went wrong. */
export async function runTrawl(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(words, terminal)
  } catch (error) {
    if (terminal.interrupted.aborted) return interruptedStatus
    await written(terminal.err, `${sentenceOf(error)}\n`)
    return wrongStatus
  }
}

async function dispatch([first, ...rest]: readonly string[], terminal: Terminal): Promise<number> {
  if (first === undefined || first === '--help' || first === '-h') return await print(help, terminal)
  if (first === '--version' || first === '-v' || first === 'version') return await print(manifest.version, terminal)
  const isHelp = first === 'help'
  const name = isHelp ? rest[0] : first
  if (name === undefined || (isHelp && /^(?:help|--help|-h)$/.test(name))) return await print(help, terminal)
  const known = commands.get(name)
  if (!known) throw new WrongUse(unknownSaid(name))
  const behind = isHelp ? ['--help'] : rest
  if (known.help !== undefined && wantsHelp(behind)) return await print(known.help, terminal)
  return await known.run(behind, terminal)
}

/** Behind `--` everything is a word, also what looks like a flag. */
function wantsHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? words.length : end).some((word) => word === '--help' || word === '-h')
}

function unknownSaid(name: string): string {
  const shown = terminalText(name).slice(0, 60)
  const near = nearWords(name, [...commands.keys(), 'help'])
  if (name.startsWith('-')) return `${shown} must stand behind a command: trawl search WORDS ${shown}`
  return `there is no command ${shown}${near || `; to search for it: trawl search ${shown}`}`
}

async function print(text: string, { out }: Terminal): Promise<number> {
  await written(out, `${text}\n`)
  return 0
}

/** A sentence for what a person can mend; of a bug of ours the stack says more. */
function sentenceOf(error: unknown): string {
  if (error instanceof TrawlError) return refusalSaid(error)
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'the Trawl did not answer in time'
  const isTold = error instanceof WrongUse || error.name === 'Error'
  return isTold ? error.message : (error.stack ?? error.message)
}

function refusalSaid({ status, message, retryAfterS }: TrawlError): string {
  const said = terminalText(message)
  // The client's own advice is for those who write programs.
  if (status === 401)
    return `${said.split(' (with this client: ', 1)[0]}\nThis Trawl wants a key, or the token of a login: TRAWL_KEY=…, or --key-file FILE`
  if (status === 0) return `${said}\nIs it running? --url names another; --alone asks the sites without it`
  const again = retryAfterS === undefined || /\d s/.test(said) ? '' : ` (again in ${retryAfterS} s)`
  return `${said}${again}`
}

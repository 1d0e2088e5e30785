// Connects a command to a server: the one it names, the one on this machine, or one inside this process.
import { type Client, createClient, TrawlError } from '../../client/client.ts'
import { readEnvFile } from '../config-env.ts'
import type { Terminal } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import type { WhichTrawl } from './trawl-flags.ts'
import { WrongUse } from './wrong-use.ts'

/** A server that a command asks. */
export interface AskedTrawl {
  readonly client: Client
  /** The server's address, or how this process reaches the sites; shown to the user. */
  readonly where: string
  /** True when the server is another process, whose answers are not trusted. */
  readonly isElsewhere: boolean
  /** Warnings of a server inside this process; empty for any other server. */
  warnings(): string[]
  close(): Promise<void>
}

/** Time limit for finding a server on this machine. Connecting to a closed port fails at once; a busy server needs longer. */
const mostLookingMs = 2_000

/** Reads a variable of the environment or of `.env`. */
type ReadVariable = (name: string) => string | undefined

function variablesOf({ env, readFile }: Terminal): ReadVariable {
  const { added } = readEnvFile(env, readFile, new Set())
  return (name) => (env[name] ?? added[name])?.trim() || undefined
}

function keyOf(wish: WhichTrawl, variable: ReadVariable, terminal: Terminal): string | undefined {
  const file = wish['key-file'] ?? (wish.key === undefined ? variable('TRAWL_KEY_FILE') : undefined)
  if (file === undefined) return wish.key ?? variable('TRAWL_KEY')
  if (wish.key !== undefined) throw new WrongUse('--key and --key-file exclude each other; use one of them')
  const key = textOf(file, terminal).trim()
  if (key === '') throw new WrongUse(`--key-file: ${file} is empty`)
  return key
}

function textOf(file: string, { readFile }: Terminal): string {
  try {
    return new TextDecoder().decode(readFile(file))
  } catch (error) {
    throw new WrongUse(`--key-file: ${error instanceof Error ? error.message : file}`)
  }
}

/**
 * Connects to a server, calls `use` and closes the connection. Rejects as `use` does, except that a TypeError or RangeError caused by an
 * answer of an unexpected shape becomes an Error with a sentence.
 * @throws (rejects) WrongUse as `openTrawl`.
 */
export async function withTrawl<T>(
  wish: WhichTrawl,
  terminal: Terminal,
  use: (service: AskedTrawl) => Promise<T>,
): Promise<T> {
  const service = await openTrawl(wish, terminal)
  try {
    return await use(service)
  } catch (error) {
    // Answers of other processes are not validated before they are shown.
    const isMisread = service.isElsewhere && (error instanceof TypeError || error instanceof RangeError)
    throw isMisread ? new Error(misread(service.where, error), { cause: error }) : error
  } finally {
    await service.close()
  }
}

function misread(where: string, { message }: Error): string {
  const said = terminalText(message).slice(0, 200)
  return `${terminalText(where)} returned an answer of an unexpected shape (${said}); is it a Trawl server of the same version?`
}

/** Connects to a server, or starts one in this process. @throws (rejects) WrongUse for invalid flags or settings. */
export async function openTrawl(wish: WhichTrawl, terminal: Terminal): Promise<AskedTrawl> {
  if (wish.alone && wish.url !== undefined)
    throw new WrongUse('--alone and --url exclude each other: --alone asks no running server')
  const variable = variablesOf(terminal)
  if (!wish.alone) {
    const told = wish.url ?? variable('TRAWL_URL')
    const key = keyOf(wish, variable, terminal)
    if (told !== undefined) return trawlAt(told, key)
    const found = await runningHere(variable, key)
    if (found) return found
  }
  // Imported only when needed: it loads all sources.
  const { openAlone } = await import('./alone.ts')
  const { url, key, way, warnings, close } = await openAlone(terminal)
  const where = `the sites themselves, ${way}`
  return { client: createClient({ url, key }), where, isElsewhere: false, warnings, close }
}

function trawlAt(url: string, key: string | undefined): AskedTrawl {
  try {
    const client = createClient({ url: /^[\w.-]+(?::\d+)?(?:\/|$)/.test(url) ? `http://${url}` : url, key })
    return { client, where: url, isElsewhere: true, warnings: () => [], close: async () => undefined }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    // Text before an @ may be a password.
    throw new WrongUse(`--${said}`.replace(/(?<![^\s"/])[^\s"/]*@/g, '…@'))
  }
}

/** The server on this machine, at the configured port; undefined when none answers. */
async function runningHere(variable: ReadVariable, key: string | undefined): Promise<AskedTrawl | undefined> {
  const port = Number(variable('PORT') ?? 8888)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  const told = variable('HOST')?.toLowerCase() ?? '0.0.0.0'
  const host = ['0.0.0.0', '::', 'localhost'].includes(told) ? '127.0.0.1' : told
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const service = trawlAt(url, key)
  try {
    // Sent without the key: another program may listen on this port.
    const { name } = await trawlAt(url, undefined).client.version({ signal: AbortSignal.timeout(mostLookingMs) })
    return name === 'trawl' ? service : undefined
  } catch (error) {
    // A Trawl error code shows that a server is there, for instance one that is overloaded.
    return error instanceof TrawlError && error.code !== undefined ? service : undefined
  }
}

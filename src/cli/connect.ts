// Connects a command to a server: the one it names, the one on this machine, or one inside this process.
import { type Client, createClient, TrawlError } from '../../client/client.ts'
import { readEnvFile } from '../config/env.ts'
import { messageOf } from '../observability/error-message.ts'
import { sanitizeText } from './terminal/sanitize.ts'
import { createScreen, type Screen } from './terminal/screen.ts'
import type { Terminal } from './terminal/terminal.ts'
import { UsageError } from './usage-error.ts'

interface ConnectionFlags {
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly 'key-file'?: string | undefined
  readonly alone?: boolean
}

export interface ServerConnection {
  readonly client: Client
  /** The server's address, or how this process reaches the sites; shown to the user. */
  readonly where: string
  /** True when the server is another process, whose answers are not trusted. */
  readonly isRemote: boolean
  /** Warnings of a server inside this process; empty for any other server. */
  warnings(): string[]
  close(): Promise<void>
}

/** A connection and the terminal of the command that uses it. */
export interface Session extends ServerConnection {
  readonly terminal: Terminal
  readonly screen: Screen
}

/** Time limit for finding a server on this machine. Connecting to a closed port fails at once; a busy server needs longer. */
const maxLookupMs = 2_000

type ReadVariable = (name: string) => string | undefined

function createVariableReader({ env, readFile }: Terminal): ReadVariable {
  const { added } = readEnvFile(env, readFile, new Set())
  return (name) => (env[name] ?? added[name])?.trim() || undefined
}

function readKey(flags: ConnectionFlags, variable: ReadVariable, terminal: Terminal): string | undefined {
  const file = flags['key-file'] ?? (flags.key === undefined ? variable('TRAWL_KEY_FILE') : undefined)
  if (file === undefined) return flags.key ?? variable('TRAWL_KEY')
  try {
    const key = new TextDecoder().decode(terminal.readFile(file)).trim()
    if (key !== '') return key
  } catch (error) {
    throw new UsageError(`--key-file: ${messageOf(error)}`)
  }
  throw new UsageError(`--key-file: ${file} is empty`)
}

/**
 * Connects to a server, calls `use` and closes the connection. Rejects as `use` does, except that a TypeError or RangeError caused by an
 * answer of an unexpected shape becomes an Error with a sentence.
 * @throws (rejects) UsageError as `connect`.
 */
export async function withConnection<T>(
  flags: ConnectionFlags,
  terminal: Terminal,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const service = await connect(flags, terminal)
  try {
    return await use({ ...service, terminal, screen: createScreen(terminal) })
  } catch (error) {
    // Answers of other processes are not validated before they are shown.
    const isMisread = service.isRemote && (error instanceof TypeError || error instanceof RangeError)
    throw isMisread ? new Error(unexpectedAnswerMessage(service.where, error), { cause: error }) : error
  } finally {
    await service.close()
  }
}

function unexpectedAnswerMessage(where: string, { message }: Error): string {
  const excerpt = sanitizeText(message).slice(0, 200)
  return `${sanitizeText(where)} returned an answer of an unexpected shape (${excerpt}); is it a Trawl server of the same version?`
}

/** Connects to a server, or starts one in this process. @throws (rejects) UsageError for invalid flags or settings. */
async function connect(flags: ConnectionFlags, terminal: Terminal): Promise<ServerConnection> {
  const found = flags.alone ? undefined : await findServer(flags, terminal)
  if (found) return found
  // Imported only when needed: it loads all sources.
  const { startEmbedded } = await import('./embedded-server.ts')
  const { url, key, egress, ...server } = await startEmbedded(terminal)
  const where = createScreen(terminal).translate(`the sites themselves, ${egress}`)
  return { ...server, client: createClient({ url, key }), where, isRemote: false }
}

/** The server that the flags or `TRAWL_URL` name, else the one on this machine, if one runs. @throws (rejects) UsageError for invalid flags. */
export async function findServer(flags: ConnectionFlags, terminal: Terminal): Promise<ServerConnection | undefined> {
  const variable = createVariableReader(terminal)
  const serverUrl = flags.url ?? variable('TRAWL_URL')
  const key = readKey(flags, variable, terminal)
  return serverUrl === undefined ? await findLocalServer(variable, key) : connectTo(serverUrl, key)
}

function connectTo(url: string, key: string | undefined): ServerConnection {
  try {
    const client = createClient({ url: /^[\w.-]+(?::\d+)?(?:\/|$)/.test(url) ? `http://${url}` : url, key })
    return { client, where: url, isRemote: true, warnings: () => [], close: async () => undefined }
  } catch (error) {
    const reason = messageOf(error)
    // Text before an @ may be a password.
    throw new UsageError(`--${reason}`.replace(/(?<![^\s"/])[^\s"/]*@/g, '…@'))
  }
}

/** The server on this machine, at the configured port; undefined when none answers. */
async function findLocalServer(variable: ReadVariable, key: string | undefined): Promise<ServerConnection | undefined> {
  const port = Number(variable('PORT') ?? 8888)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  const configuredHost = variable('HOST')?.toLowerCase() ?? '0.0.0.0'
  const host = ['0.0.0.0', '::', 'localhost'].includes(configuredHost) ? '127.0.0.1' : configuredHost
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${variable('BASE_PATH') ?? ''}`
  const service = connectTo(url, key)
  try {
    // Sent without the key: another program may listen on this port.
    const { name } = await connectTo(url, undefined).client.version({ signal: AbortSignal.timeout(maxLookupMs) })
    return name === 'trawl' ? service : undefined
  } catch (error) {
    // A Trawl error code shows that a server is there, for instance one that is overloaded.
    return error instanceof TrawlError && error.code !== undefined ? service : undefined
  }
}

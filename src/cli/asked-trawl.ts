// Which Trawl a command asks: the one it is told, the one that runs on this machine, or one inside this process.
import { type Client, createClient, TrawlError } from '../../client/client.ts'
import { readEnvFile } from '../config-env.ts'
import type { Terminal } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import type { WhichTrawl } from './trawl-flags.ts'
import { WrongUse } from './wrong-use.ts'

/** It. */
export interface AskedTrawl {
  readonly client: Client
  /** Where it is, for people. */
  readonly where: string
  /** It is another process, which may be anything. */
  readonly isElsewhere: boolean
  /** What it had to say for itself, where it is inside this process. */
  warnings(): string[]
  close(): Promise<void>
}

/** A Trawl on this machine says who it is within this time, also a busy one; where nobody listens, that is known at once. */
const mostLookingMs = 2_000

/** A variable of the environment, or of `.env`. */
type ReadVariable = (name: string) => string | undefined

function variablesOf({ env, readFile }: Terminal): ReadVariable {
  const { added } = readEnvFile(env, readFile, new Set())
  return (name) => (env[name] ?? added[name])?.trim() || undefined
}

function keyOf(wish: WhichTrawl, variable: ReadVariable, terminal: Terminal): string | undefined {
  const file = wish['key-file'] ?? (wish.key === undefined ? variable('TRAWL_KEY_FILE') : undefined)
  if (file === undefined) return wish.key ?? variable('TRAWL_KEY')
  if (wish.key !== undefined) throw new WrongUse('--key and --key-file say the same; one of them must go')
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
 * Finds or opens it, uses it, and closes it. Rejects as `use` does; what fails because an answer is not of the shape of Trawl's is told as a
 * sentence.
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
    // What another process answers is not looked at before it is shown.
    const isMisread = service.isElsewhere && (error instanceof TypeError || error instanceof RangeError)
    throw isMisread ? new Error(misread(service.where, error), { cause: error }) : error
  } finally {
    await service.close()
  }
}

function misread(where: string, { message }: Error): string {
  const said = terminalText(message).slice(0, 200)
  return `${terminalText(where)} answered something that is not as this trawl knows it (${said}); is it a Trawl, of the same version?`
}

/** Finds or opens it. @throws (rejects) WrongUse when it is told wrongly, or a setting of the one to be opened is wrong. */
export async function openTrawl(wish: WhichTrawl, terminal: Terminal): Promise<AskedTrawl> {
  if (wish.alone && wish.url !== undefined)
    throw new WrongUse('--alone asks no Trawl that runs, so that it has no --url')
  const variable = variablesOf(terminal)
  if (!wish.alone) {
    const told = wish.url ?? variable('TRAWL_URL')
    const key = keyOf(wish, variable, terminal)
    if (told !== undefined) return trawlAt(told, key)
    const found = await runningHere(variable, key)
    if (found) return found
  }
  // Not before it is wanted: all sources come with it.
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
    // What stands before an @ may be a password.
    throw new WrongUse(`--${said}`.replace(/(?<![^\s"/])[^\s"/]*@/g, '…@'))
  }
}

/** The one that listens on this machine by the settings, if one does. */
async function runningHere(variable: ReadVariable, key: string | undefined): Promise<AskedTrawl | undefined> {
  const port = Number(variable('PORT') ?? 8888)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  const told = variable('HOST')?.toLowerCase() ?? '0.0.0.0'
  const host = ['0.0.0.0', '::', 'localhost'].includes(told) ? '127.0.0.1' : told
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const service = trawlAt(url, key)
  try {
    // Without the key: something else may listen there.
    const { name } = await trawlAt(url, undefined).client.version({ signal: AbortSignal.timeout(mostLookingMs) })
    return name === 'trawl' ? service : undefined
  } catch (error) {
    // It is there and busy: it says so, in its way.
    return error instanceof TrawlError && error.code !== undefined ? service : undefined
  }
}

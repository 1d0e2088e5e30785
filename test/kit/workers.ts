// A service of several processes, and clients connected to a known one of them. Linux only: reads connections from /proc.
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { type Program, run } from './process.ts'

export interface Told {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Options of a request. */
export interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

/** A client with one keep-alive connection. */
export interface PinnedClient {
  /** The process that it is connected to. */
  readonly pid: number
  /** Resolves when the head of the answer arrives. */
  open(target: string, asking?: Asking): Promise<IncomingMessage>
  ask(target: string, asking?: Asking): Promise<Told>
}

export interface Crowd {
  readonly program: Program
  readonly port: number
  /** The service's temporary folder. */
  readonly folder: string
  /** The processes that listen. */
  pids(): number[]
  /** Opens `each` connections to each process. */
  clients(each?: number): Promise<PinnedClient[]>
}

/** Starts the service with these settings; it ends with the test. */
export async function startCrowd(env: Readonly<Record<string, string>>): Promise<Crowd> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-crowd-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = { HOST: '127.0.0.1', PORT: '0', WORKERS: '2', DATA_DIR: '', TMPDIR: folder, ...env }
  const program = run('src/main.ts', [], settings)
  const [, port = ''] = await program.says(/listens on http:\/\/127\.0\.0\.1:(\d+)/)
  const pids = () => childrenOf(program.pid)
  return { program, port: Number(port), folder, pids, clients: (each = 1) => clientsOf(Number(port), pids(), each) }
}

/** Whether a process runs; a zombie does not count. */
export function isRunning(pid: number): boolean {
  return parentOf(pid) !== undefined
}

/** The running child processes of a process. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid)
}

function parentOf(pid: number): number | undefined {
  try {
    const [, state, parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}

async function clientsOf(port: number, pids: readonly number[], each: number): Promise<PinnedClient[]> {
  const found: PinnedClient[] = []
  const of = (pid: number) => found.filter((client) => client.pid === pid).slice(0, each)
  await vi.waitFor(
    async () => {
      const client = await connect(port, pids)
      if (client) found.push(client)
      if (pids.some((pid) => of(pid).length < each)) throw new Error('some process has answered too few')
    },
    { timeout: 15_000, interval: 1 },
  )
  return pids.flatMap(of)
}

/** Opens a connection and finds the process that has it. */
async function connect(port: number, pids: readonly number[]): Promise<PinnedClient | undefined> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sockets = new Set<Socket>()
  const open = (path: string, { body, ...asking }: Asking = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      // Node sends the body of a DELETE without a length, so the header is explicit.
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const headers = { ...asking.headers, ...length }
      const sent = request({ host: '127.0.0.1', port, agent, path, ...asking, headers }, resolve)
      sent.on('socket', (socket) => sockets.add(socket))
      sent.on('error', reject)
      sent.end(body)
    })
  const ask = async (path: string, asking?: Asking): Promise<Told> => {
    const answer = await open(path, asking)
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) }
  }
  await ask('/livez')
  const own = [...sockets][0]?.localPort ?? 0
  const pid = pids.find((one) => hasConnection(one, port, own))
  return pid === undefined ? undefined : { pid, open, ask }
}

/** Whether this process has the server's end of the connection between the two ports. */
function hasConnection(pid: number, server: number, client: number): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  const wanted = new RegExp(`:${hex(server)} [0-9A-F]+:${hex(client)} .*`)
  const inode = wanted.exec(readFileSync('/proc/net/tcp', 'utf8'))?.[0].split(/\s+/)[8]
  return linksOf(`/proc/${pid}/fd`).includes(`socket:[${inode}]`)
}

function linksOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))]
    } catch {
      // The descriptor was closed in the meantime.
      return []
    }
  })
}

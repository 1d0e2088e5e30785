// A crowd of clients, each with its own loopback address: what was served, what was refused and how.
import { connect, type Socket } from 'node:net'
import { Agent, request } from 'undici'
import { quantile } from '../statistics.ts'

/** How requests ended. */
export interface Ends {
  /** Requests by status, `cut` for those that ended without one in time. */
  readonly counts: Map<string, number>
  readonly tookMs: number[]
  /** Refusals without `Retry-After`. */
  rude: number
}

function newEnds(): Ends {
  return { counts: new Map(), tookMs: [], rude: 0 }
}

export function describeEnds({ counts, tookMs, rude }: Ends): string {
  const ends = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const statuses = ends.map(([status, count]) => `${count} × ${status}`).join(', ')
  const refusals = rude > 0 ? `; ${rude} refusals WITHOUT Retry-After` : ''
  return `${statuses}; served p50 ${quantile(tookMs, 0.5).toFixed(0)} p99 ${quantile(tookMs, 0.99).toFixed(0)} ms${refusals}`
}

/** What is wrong with how requests ended; 502 and 504 are named failures of an upstream. */
export function problemOf({ counts, rude }: Ends): string | undefined {
  const allowed = /^(?:200|429|50[234])$/
  const bad = [...counts].flatMap(([end, count]) => (allowed.test(end) ? [] : [`${count} × ${end}`]))
  const problems = rude > 0 ? [...bad, `${rude} refusals without Retry-After`] : bad
  return problems.length > 0 ? problems.join(', ') : undefined
}

/** The address of a client: all of 127.0.0.0/8 is this machine (Linux). */
function addressOf(client: number): string {
  return `127.1.${Math.floor(client / 250)}.${(client % 250) + 1}`
}

/** Sends one request of each client at the same time, and reads the answers to their end or until the time is over. */
export async function crowd(urls: readonly string[], withinMs: number): Promise<Ends> {
  const ends = newEnds()
  const signal = AbortSignal.timeout(withinMs)
  const ask = async (url: string, client: number) => {
    const connection = { localAddress: addressOf(client), timeout: withinMs }
    const dispatcher = new Agent({ connect: connection, headersTimeout: withinMs, bodyTimeout: withinMs })
    const began = performance.now()
    try {
      const { statusCode, headers, body } = await request(url, { dispatcher, signal })
      await body.arrayBuffer()
      count(ends, `${statusCode}`)
      if (statusCode === 200) ends.tookMs.push(performance.now() - began)
      else if (headers['retry-after'] === undefined) ends.rude += 1
    } catch (error) {
      count(ends, signal.aborted ? 'cut at the end of the time' : nameOf(error))
    } finally {
      await dispatcher.destroy()
    }
  }
  await Promise.all(urls.map(ask))
  return ends
}

function count({ counts }: Ends, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

function nameOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : 'failed'
}

/** Opens connections that send nothing; returns those that stand, and how many were refused. */
export async function openIdle(url: string, expected: number): Promise<{ sockets: Socket[]; refused: number }> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  let refused = 0
  const atOnce = 200
  for (let at = 0; at < expected; at += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, expected - at) }, (_, more) =>
      open(hostname, Number(port), at + more),
    )
    for (const socket of await Promise.all(some)) {
      if (socket) sockets.push(socket)
      else refused += 1
    }
  }
  return { sockets, refused }
}

function open(host: string, port: number, client: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, localAddress: addressOf(client) })
    socket.once('connect', () => resolve(socket))
    // Also after it was opened: the server may close it, which is its right.
    socket.on('error', () => resolve(undefined))
    socket.resume()
  })
}

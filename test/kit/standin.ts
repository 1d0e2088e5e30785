// The stand-in in tests: one for as long as a test runs, and a raw HTTP client that shows the bytes on the wire.
import { request } from 'node:http'
import { onTestFinished } from 'vitest'
import { type Standin, type StandinOptions, startStandin } from '../../standin/server.ts'

export async function standinOfTest(options?: StandinOptions): Promise<Standin> {
  const standin = await startStandin(options)
  onTestFinished(() => standin.close())
  return standin
}

/** The part of the response that arrived, and how it ended. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** `end` for a complete message, else the error code. */
  readonly ending: string
}

/**
 * Sends one request. Disconnects after `patienceMs`, or once `bytes` bytes have arrived; `ending` is then `left`.
 */
export function askRaw(
  url: string,
  headers: Record<string, string> = {},
  limits: { readonly patienceMs?: number; readonly bytes?: number } = {},
): Promise<Received> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let status = 0
    let seen: Received['headers'] = {}
    let size = 0
    const asked = request(url, { headers, agent: false })
    const finish = (ending: string): void => {
      resolve({ status, headers: seen, body: Buffer.concat(chunks), ending })
      asked.destroy()
    }
    const signal = AbortSignal.timeout(limits.patienceMs ?? 15_000)
    signal.addEventListener('abort', () => finish('left'), { once: true })
    asked.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message))
    asked.on('response', (response) => {
      status = response.statusCode ?? 0
      seen = response.headers
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= (limits.bytes ?? Number.POSITIVE_INFINITY)) finish('left')
      })
      response.on('end', () => finish('end'))
      response.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message))
    })
    asked.end()
  })
}

// A client for the stand-in's own tests: node:http and nothing on top, so that what comes over the wire is seen as it is.
import { request } from 'node:http'

/** What came back: how far it got, and how it ended. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** `end` when the message was whole, else the error's code. */
  readonly ending: string
}

/** Asks once. With `busyTimeoutMs` it hangs up after that time, with `bytes` as soon as so many have come; the ending is `left` then. */
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

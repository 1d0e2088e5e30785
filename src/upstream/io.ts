// The Io of one ask: exchanges, and their bodies decoded.
import { decodeText } from './charset.ts'
import { UpstreamError } from './errors.ts'
import { type AskContext, exchange, type Wire } from './exchange.ts'
import type { Init, Io } from './source.ts'

/** Makes all that a source may use of the outside world while it is asked once. */
export function createIo(ask: AskContext, wire: Wire): Io {
  const text = async (url: string, init: Init = {}) => {
    const { bytes, contentType } = await exchange(url, init, ask, wire)
    return decodeText(bytes, contentType)
  }
  return {
    text,
    async bytes(url, init = {}) {
      return (await exchange(url, init, ask, wire)).bytes
    },
    async json(url, shape, init = {}) {
      const body = await text(url, init)
      try {
        return shape.parse(JSON.parse(body))
      } catch (error) {
        throw new UpstreamError('mismatch', `not the JSON this source expects: ${firstLine(error)}`, { cause: error })
      }
    },
    now: new Date(wire.now()),
  }
}

/** What a JSON or schema error says, without the foreign text it quotes at length. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n', 1)[0] ?? '').slice(0, 120)
}

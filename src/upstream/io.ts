// The Io of one ask: exchanges, and their bodies decoded.
import { z } from 'zod'
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
        throw new UpstreamError('mismatch', `not the JSON this source expects: ${whatIsWrong(error)}`, { cause: error })
      }
    },
    now: new Date(wire.now()),
  }
}

const schemaError = z.object({
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1),
})

/** What a JSON or schema error says: the field and what is wrong with it, without the foreign text it may quote. */
function whatIsWrong(error: unknown): string {
  const [issue] = schemaError.safeParse(error).data?.issues ?? []
  if (!issue) return 'it is no JSON'
  return `${issue.path.join('.')}: ${issue.message}`.slice(0, 120)
}

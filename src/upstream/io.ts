// The Io of one ask: exchanges and their bodies decoded, and what of it outlasts the ask.
import PQueue from 'p-queue'
import { z } from 'zod'
import { decodeText } from './charset.ts'
import type { Copies } from './copies.ts'
import { UpstreamError } from './errors.ts'
import { type AskContext, exchange, type Received, type Wire } from './exchange.ts'
import type { Memory } from './memory.ts'
import { readPage } from './page.ts'
import type { Init, Io } from './source.ts'

/** What outlasts an ask and belongs to its source. */
export interface Keeping {
  readonly source: string
  readonly memory: Memory
  readonly copies: Copies
}

/** The Io of an ask, and what it could not get. */
export interface AskIo {
  readonly io: Io
  /** The first failure of a part that was left out; undefined when nothing was. */
  lacking(): unknown
  /** What the source itself read as a block in a reply that came well: the breaker of its host, which saw an answer, hears of it here. */
  blame(error: unknown): void
}

/** Makes all that a source may use of the outside world while it is asked once. */
export function createIo(ask: AskContext, wire: Wire, { source, memory, copies }: Keeping): AskIo {
  const { received, blame } = createExchanges(ask, wire)
  let lacking: { readonly error: unknown } | undefined
  const text = async (url: string, init: Init = {}) => {
    const { bytes, headers } = await received(url, init)
    return decodeText(bytes, headers['content-type'])
  }
  const io: Io = {
    text,
    async bytes(url, init = {}) {
      return (await received(url, init)).bytes
    },
    async json(url, shape, init = {}) {
      const body = await text(url, init)
      try {
        return shape.parse(JSON.parse(body))
      } catch (error) {
        throw new UpstreamError('mismatch', `not the JSON this source expects: ${whatIsWrong(error)}`, { cause: error })
      }
    },
    html: async (url, init = {}) => readPage(await text(url, init)),
    async some(asks) {
      const settled = await Promise.allSettled(asks)
      ask.signal.throwIfAborted()
      const failures = settled.flatMap((one) => (one.status === 'rejected' ? [{ error: one.reason }] : []))
      const [first] = failures
      if (first && failures.length === asks.length) throw first.error
      lacking ??= first
      return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },
    remembered: (memo) => memory.recall(source, ask.anew ? { ...memo, forMs: 0 } : memo, ask.signal),
    copy: (file) =>
      copies.read(source, file, ask, (error) => {
        lacking ??= { error }
      }),
    now: new Date(wire.now()),
  }
  return { io, lacking: () => lacking?.error, blame }
}

/** The exchanges of one ask, and who is to blame when its source reads a block in what came of them. */
function createExchanges(ask: AskContext, wire: Wire) {
  // An ask with many details would else hold slots of its request for attempts that cannot begin yet.
  const lane = new PQueue({ concurrency: ask.limits.parallel })
  const met = new WeakSet<object>()
  let lastHost: string | undefined
  return {
    async received(url: string, init: Init): Promise<Received> {
      if (URL.canParse(url)) lastHost = new URL(url).host
      try {
        return await lane.add(() => exchange(url, init, ask, wire), { signal: ask.signal })
      } catch (error) {
        if (error instanceof UpstreamError) met.add(error)
        throw error
      }
    },
    blame(error: unknown) {
      const isOwn = error instanceof UpstreamError && error.kind === 'blocked' && !met.has(error)
      if (!isOwn || lastHost === undefined) return
      const { breaker } = wire.hosts.at(lastHost, ask.limits.parallel)
      if (breaker.isShut()) breaker.enter().failed(error)
    },
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

// Calls a source in this process, or in the parser process when a reply is too large to parse on the event loop.

import { assumeItems } from '../cache/answer-entry.ts'
import type { ReceivedReply } from '../net/exchange.ts'
import type { Source } from '../source.ts'
import type { AskPort } from './ask-port.ts'
import { createIoForPort } from './io.ts'
import { AbandonedError } from './source-memory.ts'

/** The items that a source returned, and the missing parts. */
export interface SourceReply<Item> {
  readonly items: readonly Item[]
  /** The first failure of a part that was left out; undefined if all parts succeeded. */
  readonly partialFailure: unknown
  /** The first failure of an upstream that was replaced by another; undefined if there was no fallback. */
  readonly skippedUpstream: unknown
}

/** The fields of a source that the parser process needs. */
export type ParsedSource = Pick<Source<never, unknown>, 'id' | 'definition'>

export interface SourceParser {
  /** Calls the source, with a new port for each run if the process dies. Rejects as the source does. */
  ask(source: ParsedSource, query: unknown, makePort: () => AskPort): Promise<SourceReply<unknown>>
  /** Aborts all asks and stops the process. */
  close(): Promise<void>
}

/** Larger bodies are parsed in the parser process. */
const maxBodyBytes = 1024 * 1024

/** Bodies with more elements or JSON members are parsed there too: validating hundreds of thousands takes seconds. */
const maxSeparators = 20_000

const separators = ['<', ','].map((mark) => mark.charCodeAt(0))

/** The way of reading of a source. */
type OnePass = Pick<Source<never, unknown>, 'readsInOnePass'>

/** Whether parsing a body would block the event loop for long. */
function isExpensiveToParse(bytes: Uint8Array, { readsInOnePass }: OnePass = {}): boolean {
  if (bytes.length > maxBodyBytes) return true
  // Counting the separators of a channel page takes half as long as reading it.
  if (readsInOnePass || bytes.length <= maxSeparators) return false
  let count = 0
  for (const separator of separators)
    for (let at = bytes.indexOf(separator); at >= 0 && count <= maxSeparators; at = bytes.indexOf(separator, at + 1))
      count += 1
  return count > maxSeparators
}

export async function callSourceHere<Query, Item>(
  source: Pick<Source<Query, Item>, 'ask'>,
  query: Query,
  port: AskPort,
): Promise<SourceReply<Item>> {
  const { io, partialFailure, skippedUpstream, reportBlocked } = createIoForPort(port)
  const items = await source.ask(query, io).catch((error: unknown) => {
    reportBlocked(error)
    throw error
  })
  return { items, partialFailure: partialFailure(), skippedUpstream: skippedUpstream() }
}

/**
 * Calls a source in this process first. When it reads a mirrored file, or receives a heavy body, that run is abandoned
 * and the ask is repeated in the parser process, reusing the replies received so far.
 */
export async function callSource<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  port: AskPort,
  parser: SourceParser | undefined,
): Promise<SourceReply<Item>> {
  if (!parser) return callSourceHere(source, query, port)
  const makePort = createReplayingPorts(port)
  const abandoned = Promise.withResolvers<'left'>()
  const first = await Promise.race([
    callSourceHere(
      source,
      query,
      createAbandonablePort(source, makePort(), () => abandoned.resolve('left')),
    ),
    abandoned.promise,
  ])
  if (first !== 'left') return first
  const { items, ...rest } = await parser.ask(source, query, makePort)
  return { ...rest, items: assumeItems<Item>(items) }
}

interface Exchanged {
  readonly key: string
  readonly reply: Promise<ReceivedReply>
}

/** Creates ports for successive runs of one ask: a later run reuses the replies of the earlier ones. */
function createReplayingPorts(port: AskPort): () => AskPort {
  const exchanges: Exchanged[] = []
  return () => {
    const replayable = [...exchanges]
    return {
      ...port,
      request(url, init, options) {
        const key = JSON.stringify([url, init])
        const index = replayable.findIndex((one) => one.key === key)
        const [earlier] = index < 0 ? [] : replayable.splice(index, 1)
        if (earlier) return earlier.reply
        const reply = port.request(url, init, options)
        exchanges.push({ key, reply })
        return reply
      },
    }
  }
}

/** A port that calls `onAbandon` for a mirrored file or a heavy body. After that its promises never settle. */
function createAbandonablePort(source: OnePass, port: AskPort, onAbandon: () => void): AskPort {
  let isAbandoned = false
  const abandoned = Promise.withResolvers<never>()
  abandoned.promise.catch(() => undefined)
  const abandon = () => {
    isAbandoned = true
    onAbandon()
    abandoned.reject(new AbandonedError('the ask is repeated in the parser process'))
  }
  // Not a rejection: the source could catch it and ask its next upstream.
  const unlessAbandoned = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isAbandoned) return never()
    const [ended] = await Promise.allSettled([work()])
    if (isAbandoned) return never()
    if (ended.status === 'rejected') throw ended.reason
    return ended.value
  }
  return {
    ...port,
    request: (url, init, options) =>
      unlessAbandoned(async () => {
        const reply = await port.request(url, init, options)
        if (isExpensiveToParse(reply.bytes, source)) abandon()
        return reply
      }),
    // Other asks may wait for this value: rejecting makes them create it themselves.
    recall: (memo) =>
      unlessAbandoned(() => port.recall({ ...memo, make: () => Promise.race([memo.make(), abandoned.promise]) })),
    copy() {
      abandon()
      return never()
    },
  }
}

/** A new promise each time: a shared one would keep every waiting caller in memory. */
function never(): Promise<never> {
  return new Promise(() => undefined)
}

// Has a source asked where that holds up nobody: in this process, or in the parser process once there is much to read.
import type { AskPort } from './ask-port.ts'
import type { Received } from './exchange.ts'
import { createIoOver } from './io.ts'
import { givenBy } from './kept.ts'
import type { Source } from './source.ts'

/** What a source gave, and what it did without. */
export interface SourceReply<Item> {
  readonly items: readonly Item[]
  /** The first failure of a part that was left out; undefined when nothing was. */
  readonly lacking: unknown
  /** The first failure of an upstream in whose place another served; undefined when there was none. */
  readonly bypassed: unknown
}

/** Asks a source by its id in another process. */
export interface Parser {
  /** Each run of the ask, of which there may be several, takes a port of its own. Rejects as the source does. */
  ask(source: string, query: unknown, makePort: () => AskPort): Promise<SourceReply<unknown>>
  /** Ends all asks and the process. */
  close(): Promise<void>
}

/** Larger bodies are read in the parser process. */
const maxBodyBytes = 1024 * 1024

/** So are those with more elements of pages or members of JSON: small ones by the hundred thousand take seconds to check. */
const maxMarks = 20_000

const marks = ['<', ','].map((mark) => mark.charCodeAt(0))

/** Would a body hold up this process for long? */
export function isHeavy(bytes: Uint8Array): boolean {
  if (bytes.length <= maxMarks) return false
  if (bytes.length > maxBodyBytes) return true
  let count = 0
  for (const mark of marks)
    for (let at = bytes.indexOf(mark); at >= 0 && count <= maxMarks; at = bytes.indexOf(mark, at + 1)) count += 1
  return count > maxMarks
}

/** Asks a source in this process. */
export async function askHere<Query, Item>(
  source: Pick<Source<Query, Item>, 'ask'>,
  query: Query,
  port: AskPort,
): Promise<SourceReply<Item>> {
  const { io, lacking, bypassed, blame } = createIoOver(port)
  const items = await source.ask(query, io).catch((error: unknown) => {
    blame(error)
    throw error
  })
  return { items, lacking: lacking(), bypassed: bypassed() }
}

/**
 * Asks a source in this process. As soon as it wants a copied file, or a heavy body has come for it, it is left alone there and asked
 * again in the parser process, with the replies that have been asked for.
 */
export async function askSource<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  port: AskPort,
  parser: Parser | undefined,
): Promise<SourceReply<Item>> {
  if (!parser) return askHere(source, query, port)
  const makePort = replaying(port)
  const leaving = Promise.withResolvers<'left'>()
  const first = await Promise.race([
    askHere(
      source,
      query,
      leavable(makePort(), () => leaving.resolve('left')),
    ),
    leaving.promise,
  ])
  if (first !== 'left') return first
  const { items, ...rest } = await parser.ask(source.id, query, makePort)
  return { ...rest, items: givenBy<Item>(items) }
}

interface Exchanged {
  readonly key: string
  readonly reply: Promise<Received>
}

/** Makes ports of one ask that are used one after the other: what was asked for by one is not asked for again by the next. */
function replaying(port: AskPort): () => AskPort {
  const all: Exchanged[] = []
  return () => {
    const left = [...all]
    return {
      ...port,
      received(url, init, maxAttempts) {
        const key = JSON.stringify([url, init])
        const index = left.findIndex((one) => one.key === key)
        const [known] = index < 0 ? [] : left.splice(index, 1)
        if (known) return known.reply
        const reply = port.received(url, init, maxAttempts)
        all.push({ key, reply })
        return reply
      },
    }
  }
}

/**
 * A port that calls `leave` for a copied file or a heavy body. From then on whatever its source waits for never comes: a failure could be
 * caught, and the next upstream asked.
 */
function leavable(port: AskPort, leave: () => void): AskPort {
  let isLeft = false
  const left = Promise.withResolvers<never>()
  left.promise.catch(() => undefined)
  const leaveNow = () => {
    isLeft = true
    leave()
    left.reject(new Error('its source is asked again in the parser process'))
  }
  const unlessLeft = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isLeft) return never()
    const [ended] = await Promise.allSettled([work()])
    if (isLeft) return never()
    if (ended.status === 'rejected') throw ended.reason
    return ended.value
  }
  return {
    ...port,
    received: (url, init, maxAttempts) =>
      unlessLeft(async () => {
        const reply = await port.received(url, init, maxAttempts)
        if (isHeavy(reply.bytes)) leaveNow()
        return reply
      }),
    // Others may wait for the value that was being made: they are to make it themselves.
    recall: (memo) => unlessLeft(() => port.recall({ ...memo, make: () => Promise.race([memo.make(), left.promise]) })),
    copy() {
      leaveNow()
      return never()
    },
  }
}

/** Not one for all: it would keep whatever waits for it. */
function never(): Promise<never> {
  return new Promise(() => undefined)
}

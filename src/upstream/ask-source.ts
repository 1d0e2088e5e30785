// Calls a source in this process, or in the parser process when a reply is too large to parse on the event loop.
import type { AskPort } from './ask-port.ts'
import type { Received } from './exchange.ts'
import { createIoOver } from './io.ts'
import { givenBy } from './kept.ts'
import type { Source } from './source.ts'

/** What a source returned, and which parts are missing. */
export interface SourceReply<Item> {
  readonly items: readonly Item[]
  /** The first failure of a part that was left out; undefined if all parts succeeded. */
  readonly lacking: unknown
  /** The first failure of an upstream that was replaced by another; undefined if there was no fallback. */
  readonly bypassed: unknown
}

/** Calls sources in the parser process. */
export interface Parser {
  /**
   * Calls the source with this id. Uses a new port for each run, because the ask is repeated if the process dies.
   * Rejects as the source does.
   */
  ask(source: string, query: unknown, makePort: () => AskPort): Promise<SourceReply<unknown>>
  /** Aborts all asks and stops the process. */
  close(): Promise<void>
}

/** Larger bodies are parsed in the parser process. */
const maxBodyBytes = 1024 * 1024

/**
 * Bodies with more elements or JSON members than this are parsed there too: validating hundreds of thousands of small
 * ones takes seconds.
 */
const maxMarks = 20_000

const marks = ['<', ','].map((mark) => mark.charCodeAt(0))

/** Whether parsing a body would block the event loop for long. */
export function isHeavy(bytes: Uint8Array): boolean {
  if (bytes.length <= maxMarks) return false
  if (bytes.length > maxBodyBytes) return true
  let count = 0
  for (const mark of marks)
    for (let at = bytes.indexOf(mark); at >= 0 && count <= maxMarks; at = bytes.indexOf(mark, at + 1)) count += 1
  return count > maxMarks
}

/** Calls a source in this process. */
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
 * Calls a source in this process first. When it reads a mirrored file, or receives a heavy body, that run is abandoned
 * and the ask is repeated in the parser process, reusing the replies received so far.
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

/** Creates ports for successive runs of one ask: a later run reuses the replies of the earlier ones. */
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
 * A port that calls `leave` for a mirrored file or a heavy body. After that its promises never settle: a rejection
 * could be caught by the source, which would then ask its next upstream.
 */
function leavable(port: AskPort, leave: () => void): AskPort {
  let isLeft = false
  const left = Promise.withResolvers<never>()
  left.promise.catch(() => undefined)
  const leaveNow = () => {
    isLeft = true
    leave()
    left.reject(new Error('the ask is repeated in the parser process'))
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
    // Other asks may wait for this value: rejecting makes them create it themselves.
    recall: (memo) => unlessLeft(() => port.recall({ ...memo, make: () => Promise.race([memo.make(), left.promise]) })),
    copy() {
      leaveNow()
      return never()
    },
  }
}

/** A new promise each time: a shared one would keep every waiting caller in memory. */
function never(): Promise<never> {
  return new Promise(() => undefined)
}

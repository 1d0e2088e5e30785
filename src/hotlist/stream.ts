// Lists as a stream of messages: in order within a source, sources interleaved, no list waits for another.
import type { StreamMessage, StreamRequest } from '../contract/hotlist.ts'
import type { ListAnswer, Lists } from './lists.ts'
import { createMerged } from './merged.ts'
import { isSuccess, itemsOf, noSuchSource, stateOf } from './shape.ts'

export interface StreamParts {
  readonly lists: Pick<Lists, 'find' | 'many' | 'shown'>
  /** Sleeps; rejects with the reason when `signal` aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

/** Options for fetching a stream's lists: the maximum wait, and a concurrency that covers every list. */
export const streamManner = { force: false, deadlineMs: 60_000, parallel: 256 } as const
const mostItems = 50

/**
 * Yields the messages of a request: for each source `start`, chunks of items with a pause between them, and `end`; or `error`.
 * Ends when the signal aborts; fetches that only this caller waited for are then cancelled.
 */
export async function* listMessages(
  { sources, ...chunks }: Pick<StreamRequest, 'sources'> & Chunks,
  { lists, pause }: StreamParts,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  yield* unknownOf(sources, lists)
  const leaving = new AbortController()
  const ends = AbortSignal.any([signal, leaving.signal])
  const merged = createMerged<StreamMessage>(ends)
  merged.run(async () => {
    for await (const answer of lists.many(sources, { ...streamManner, signal: ends }))
      merged.run(async (put) => {
        for await (const message of messagesOf(answer, chunks, { lists, pause }, ends)) put(message)
      })
  })
  try {
    yield* merged.messages()
  } finally {
    leaving.abort()
  }
}

/** Items per chunk, and the pause between chunks in milliseconds. */
export type Chunks = Pick<StreamRequest, 'chunkSize' | 'delay'>

/** The messages of one list. @throws what `pause` throws when the signal aborts. */
export async function* messagesOf(
  answer: ListAnswer,
  { chunkSize, delay }: Chunks,
  { lists, pause }: StreamParts,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  const items = itemsOf(answer.items, mostItems)
  const { data: _data, count: _count, ...state } = stateOf(answer, 0)
  const message = { sourceId: answer.askedAs, data: [], total: items.length }
  if (!isSuccess(answer)) {
    yield { type: 'error', ...message, ...state }
    return
  }
  yield { type: 'start', ...message, ...state }
  for (let at = 0; at < items.length; at += chunkSize) {
    if (at > 0) await pause(delay, signal)
    // Items may have been banned during the pause.
    const now = new Map(itemsOf(lists.shown(answer.items), mostItems).map((item) => [item.id, item]))
    yield { type: 'data', ...message, data: items.slice(at, at + chunkSize).flatMap(({ id }) => now.get(id) ?? []) }
  }
  yield { type: 'end', ...message }
}

/** An error message for each unknown id. */
export function unknownOf(ids: readonly string[], lists: Pick<Lists, 'find'>): StreamMessage[] {
  return ids.filter((id) => !lists.find(id)).map(unknown)
}

function unknown(id: string): StreamMessage {
  return { type: 'error', sourceId: id, data: [], total: 0, error: { kind: 'unknown', message: noSuchSource } }
}

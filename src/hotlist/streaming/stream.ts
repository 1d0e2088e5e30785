// Lists as a stream of messages: in order within a source, sources interleaved, no list waits for another.
import { createMergedStream } from '../../async/merge-streams.ts'
import type { StreamMessage, StreamRequest } from '../../contract/hotlist.ts'
import type { ListAnswer, Lists } from '../lists.ts'
import { isSuccess, toItems, toState, unknownSourceMessage } from '../to-contract.ts'

export interface StreamDeps {
  readonly lists: Pick<Lists, 'find' | 'many' | 'shown'>
  /** Sleeps; rejects with the reason when `signal` aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

/** Options for fetching a stream's lists: the maximum wait, and a concurrency that covers every list. */
export const streamOptions = { force: false, deadlineMs: 60_000, parallel: 256 } as const
const maxItems = 50

/**
 * Yields the messages of a request: for each source `start`, chunks of items with a pause between them, and `end`; or `error`.
 * Ends when the signal aborts; fetches that only this caller waited for are then cancelled.
 */
export async function* listMessages(
  { sources, ...chunks }: Pick<StreamRequest, 'sources'> & ChunkOptions,
  { lists, pause }: StreamDeps,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  yield* unknownIdErrors(sources, lists)
  const readerGone = new AbortController()
  const endSignal = AbortSignal.any([signal, readerGone.signal])
  const merged = createMergedStream<StreamMessage>(endSignal)
  merged.run(async () => {
    for await (const answer of lists.many(sources, { ...streamOptions, signal: endSignal }))
      merged.run(async (put) => {
        for await (const message of answerMessages(answer, chunks, { lists, pause }, endSignal)) put(message)
      })
  })
  try {
    yield* merged.messages()
  } finally {
    readerGone.abort()
  }
}

/** Items per chunk, and the pause between chunks in milliseconds. */
export type ChunkOptions = Pick<StreamRequest, 'chunkSize' | 'delay'>

/** The messages of one list. @throws what `pause` throws when the signal aborts. */
export async function* answerMessages(
  answer: ListAnswer,
  { chunkSize, delay }: ChunkOptions,
  { lists, pause }: StreamDeps,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  const items = toItems(answer.items, maxItems)
  const { data: _data, count: _count, ...state } = toState(answer, 0)
  const message = { sourceId: answer.askedAs, data: [], total: items.length }
  if (!isSuccess(answer)) {
    yield { type: 'error', ...message, ...state }
    return
  }
  yield { type: 'start', ...message, ...state }
  for (let at = 0; at < items.length; at += chunkSize) {
    if (at > 0) await pause(delay, signal)
    // Items may have been banned during the pause.
    const now = new Map(toItems(lists.shown(answer.items), maxItems).map((item) => [item.id, item]))
    yield { type: 'data', ...message, data: items.slice(at, at + chunkSize).flatMap(({ id }) => now.get(id) ?? []) }
  }
  yield { type: 'end', ...message }
}

export function unknownIdErrors(ids: readonly string[], lists: Pick<Lists, 'find'>): StreamMessage[] {
  return ids.filter((id) => !lists.find(id)).map(unknownIdError)
}

function unknownIdError(id: string): StreamMessage {
  return { type: 'error', sourceId: id, data: [], total: 0, error: { kind: 'unknown', message: unknownSourceMessage } }
}

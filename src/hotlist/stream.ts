// Lists as a stream of messages: each source's in their order, all sources side by side, and no list waits for another.
import type { StreamMessage, StreamRequest } from '../contract/hotlist.ts'
import type { ListAnswer, Lists } from './lists.ts'
import { isSuccess, itemsOf, noSuchSource, stateOf } from './shape.ts'

export interface StreamParts {
  readonly lists: Lists
  /** Waits; rejects with the reason when `signal` aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

/** The longest that a request waits, and room for every list. */
const deadlineMs = 60_000
const parallel = 256
const mostItems = 50

/**
 * The messages of a request, as they come: of each source `start`, its items in chunks with a pause between them, `end`; or `error`. It ends
 * when the signal aborts, and with it what only this caller waited for.
 */
export async function* listMessages(
  { sources, chunkSize, delay }: StreamRequest,
  { lists, pause }: StreamParts,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  for (const id of sources) if (!lists.find(id)) yield unknown(id)
  const leaving = new AbortController()
  const ends = AbortSignal.any([signal, leaving.signal])
  const merged = createMerged<StreamMessage>(ends)
  const chunks = { chunkSize, delay }
  merged.run(async () => {
    for await (const answer of lists.many(sources, { force: false, deadlineMs, parallel, signal: ends }))
      merged.run(async (put) => {
        for await (const message of messagesOf(answer, chunks, { shown: lists.shown, pause }, ends)) put(message)
      })
  })
  try {
    yield* merged.messages()
  } finally {
    leaving.abort()
  }
}

async function* messagesOf(
  answer: ListAnswer,
  { chunkSize, delay }: Pick<StreamRequest, 'chunkSize' | 'delay'>,
  { shown, pause }: Pick<StreamParts, 'pause'> & Pick<Lists, 'shown'>,
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
    // Meanwhile some of them may have been banned.
    const now = new Map(itemsOf(shown(answer.items), mostItems).map((item) => [item.id, item]))
    yield { type: 'data', ...message, data: items.slice(at, at + chunkSize).flatMap(({ id }) => now.get(id) ?? []) }
  }
  yield { type: 'end', ...message }
}

function unknown(id: string): StreamMessage {
  return { type: 'error', sourceId: id, data: [], total: 0, error: { kind: 'unknown', message: noSuchSource } }
}

/** What several pieces of work put, as one stream that ends with the signal; more may begin while it is read. */
function createMerged<Message>(signal: AbortSignal) {
  const inbox: Message[] = []
  let open = 0
  let news = Promise.withResolvers<void>()
  let failed: { readonly error: unknown } | undefined
  const put = (message: Message) => {
    inbox.push(message)
    news.resolve()
  }
  signal.addEventListener('abort', () => news.resolve(), { once: true })
  return {
    run(work: (put: (message: Message) => void) => Promise<void>): void {
      open += 1
      work(put)
        .catch((error: unknown) => {
          failed ??= { error }
        })
        .finally(() => {
          open -= 1
          news.resolve()
        })
    },
    /** @throws what any of the work threw. */
    async *messages(): AsyncGenerator<Message> {
      while (open > 0 || inbox.length > 0) {
        await news.promise
        // What fails then fails because it ends, and nobody reads.
        if (signal.aborted) return
        news = Promise.withResolvers()
        yield* inbox.splice(0)
        if (failed) throw failed.error
      }
    },
  }
}

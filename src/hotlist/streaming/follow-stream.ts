// Lists as a stream of messages: in order within a source, sources interleaved; for a follower again in full whenever they change.
import { once } from 'node:events'
import { createMergedStream, type MergedStream } from '../../async/merge-streams.ts'
import type { StreamMessage, StreamRequest } from '../../contract/hotlist.ts'
import type { HotList } from '../build-lists.ts'
import type { ListAnswer, Lists } from '../lists.ts'
import { isSuccess, toItems, toState, unknownSourceMessage } from '../to-contract.ts'
import type { Subscriber } from './subscriptions.ts'

export interface StreamDeps {
  readonly lists: Pick<Lists, 'find' | 'many' | 'shown' | 'known'>
  /** Given: the client follows the lists. */
  readonly follower?: Pick<Subscriber, 'ending' | 'bansChangedAt' | 'onChange'> | undefined
  /** Sleeps; rejects with the reason when `signal` aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Yields the messages of a request: for each source `start`, chunks of items with a pause between them, and `end`; or `error`. For a follower
 * then each list again whenever its items, age, failure or bans change, until the service stops, if one of the lists can change at all.
 * Ends when the signal aborts; fetches that only this caller waited for are then cancelled.
 */
export async function* listMessages(
  request: Omit<StreamRequest, 'follow'>,
  parts: StreamDeps,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  const { lists, follower } = parts
  yield* unknownIdErrors(request.sources, lists)
  const leaving = new AbortController()
  const endSignal = AbortSignal.any([signal, leaving.signal, ...(follower ? [follower.ending] : [])])
  const merged = createMergedStream<StreamMessage>(endSignal)
  const sender = createUpdateSender(request, parts, { merged, endSignal })
  if (sender.canChange)
    merged.run(async () => {
      if (!endSignal.aborted) await once(endSignal, 'abort')
    })
  merged.run(async () => {
    for await (const answer of lists.many(request.sources, { ...streamOptions, signal: endSignal }))
      sender.sendFirst(answer)
  })
  try {
    yield* merged.messages(sender.sendPending)
  } finally {
    leaving.abort()
  }
}

interface ListProgress {
  /** Fingerprint of the answer that was sent last; undefined before the first round. */
  lastSent: string | undefined
  isSending: boolean
}

interface FollowOutput {
  readonly merged: MergedStream<StreamMessage>
  readonly endSignal: AbortSignal
}

/**
 * Sends lists under the ids they were requested by, one round per id at a time. Changes while the client does not read are not queued:
 * it gets the current state of the list when it reads again.
 */
function createUpdateSender(
  { sources, since, ...chunks }: Omit<StreamRequest, 'follow'>,
  parts: StreamDeps,
  { merged, endSignal }: FollowOutput,
) {
  const { lists, follower } = parts
  const idsByList = Map.groupBy(sources, lists.find)
  const followed = [...idsByList.keys()].filter((list): list is HotList => list?.isEnabled === true)
  const progressById = new Map(
    sources.map((id): [string, ListProgress] => [id, { lastSent: undefined, isSending: false }]),
  )
  /** Ids of changed lists, in the order of the changes. */
  const pending = new Set<string>()

  const sendIfChanged = (id: string, read: () => Promise<ListAnswer | undefined>) => {
    const progress = progressById.get(id)
    if (!progress) return
    progress.isSending = true
    merged.run(async (put) => {
      const answer = await read()
      if (answer && progress.lastSent !== fingerprint(answer)) {
        progress.lastSent = fingerprint(answer)
        for await (const message of answerMessages(answer, chunks, parts, endSignal)) put(message)
      }
      progress.isSending = false
    })
  }
  const onListChanged = (list: HotList) => {
    for (const id of idsByList.get(list) ?? []) pending.add(id)
    merged.wake()
  }

  follower?.onChange(followed, onListChanged)
  return {
    canChange: follower !== undefined && followed.length > 0,
    sendFirst(answer: ListAnswer) {
      const progress = progressById.get(answer.askedAs)
      if (progress && follower && isUpToDate(answer, since, follower.bansChangedAt()))
        progress.lastSent = fingerprint(answer)
      sendIfChanged(answer.askedAs, async () => answer)
    },
    sendPending() {
      for (const id of pending) {
        const progress = progressById.get(id)
        // Waits for the first round of the list, and for the end of the current one.
        if (!progress || progress.isSending || progress.lastSent === undefined) continue
        pending.delete(id)
        sendIfChanged(id, async () => {
          // As it is now: a removed list sends nothing more.
          const list = lists.find(id)
          return list && lists.known(list, id)
        })
      }
    },
  }
}

/**
 * Whether the client already has this list, judged by its `since`. A failing list is sent, because the client may not know of the
 * failure; so is a list that may contain items banned since then.
 */
function isUpToDate({ at, failure }: ListAnswer, since: number | undefined, bansChangedAt: number): boolean {
  return since !== undefined && since > bansChangedAt && !failure && at !== undefined && at.getTime() <= since
}

/** A fingerprint of the message for an answer: the time of the upstream reply, the failure, and which items are banned. */
function fingerprint({ at, failure, items }: ListAnswer): string {
  const places = items.map((item) => (item ? Number(item.icon !== undefined) : '-')).join('')
  return JSON.stringify([at?.getTime(), failure?.kind, failure?.detail, places])
}

/** Options for fetching a stream's lists: the maximum wait, and a concurrency that covers every list. */
const streamOptions = { force: false, deadlineMs: 60_000, parallel: 256 } as const
const maxItems = 50

/** The messages of one list. @throws what `pause` throws when the signal aborts. */
async function* answerMessages(
  answer: ListAnswer,
  { chunkSize, delay }: Pick<StreamRequest, 'chunkSize' | 'delay'>,
  { lists, pause }: Pick<StreamDeps, 'lists' | 'pause'>,
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

function unknownIdErrors(ids: readonly string[], lists: Pick<Lists, 'find'>): StreamMessage[] {
  const error = { kind: 'unknown', message: unknownSourceMessage } as const
  return ids.flatMap((id) => (lists.find(id) ? [] : [{ type: 'error', sourceId: id, data: [], total: 0, error }]))
}

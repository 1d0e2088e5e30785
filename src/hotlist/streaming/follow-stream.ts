// The stream of a client that follows lists: each list once, then again in full whenever it changes.
import { createMergedStream, type MergedStream } from '../../async/merge-streams.ts'
import type { StreamMessage, StreamRequest } from '../../contract/hotlist.ts'
import type { HotList } from '../build-lists.ts'
import type { ListAnswer, Lists } from '../lists.ts'
import { answerMessages, type StreamDeps, streamOptions, unknownIdErrors } from './stream.ts'
import type { Subscriber } from './subscriptions.ts'

export interface FollowDeps extends Pick<StreamDeps, 'pause'> {
  readonly lists: Pick<Lists, 'find' | 'many' | 'shown' | 'known'>
  readonly follower: Pick<Subscriber, 'ending' | 'bansChangedAt' | 'onChange'>
}

/**
 * Yields the messages of `listMessages`, then each list again whenever its items, age, failure or bans change. Ends when the signal
 * aborts, when the service stops, or at once when none of the lists can ever change.
 */
export async function* followMessages(
  request: StreamRequest,
  parts: FollowDeps,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  const { lists, follower } = parts
  yield* unknownIdErrors(request.sources, lists)
  const leaving = new AbortController()
  const endSignal = AbortSignal.any([signal, follower.ending, leaving.signal])
  const merged = createMergedStream<StreamMessage>(endSignal)
  const sender = createUpdateSender(request, parts, { merged, endSignal })
  if (sender.canChange) merged.run(() => aborted(endSignal))
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** What was sent of one requested id. */
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
  { sources, since, ...chunks }: StreamRequest,
  parts: FollowDeps,
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

  follower.onChange(followed, onListChanged)
  return {
    canChange: followed.length > 0,
    sendFirst(answer: ListAnswer) {
      const progress = progressById.get(answer.askedAs)
      if (progress && isUpToDate(answer, since, follower.bansChangedAt())) progress.lastSent = fingerprint(answer)
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

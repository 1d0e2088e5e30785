// The stream of a client that follows lists: each list once, then again in full whenever it changes.
import type { StreamMessage, StreamRequest } from '../contract/hotlist.ts'
import type { HotList } from './accept-family.ts'
import type { Follower } from './following.ts'
import type { ListAnswer, Lists } from './lists.ts'
import { createMerged, type Merged } from './merged.ts'
import { messagesOf, type StreamParts, streamManner, unknownOf } from './stream.ts'

export interface FollowParts extends Pick<StreamParts, 'pause'> {
  readonly lists: Pick<Lists, 'find' | 'many' | 'shown' | 'known'>
  readonly follower: Pick<Follower, 'ending' | 'bansChangedAt' | 'follow'>
}

/**
 * Yields the messages of `listMessages`, then each list again whenever its items, age, failure or bans change. Ends when the signal
 * aborts, when the service stops, or at once when none of the lists can ever change.
 */
export async function* followMessages(
  request: StreamRequest,
  parts: FollowParts,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  const { lists, follower } = parts
  yield* unknownOf(request.sources, lists)
  const leaving = new AbortController()
  const ends = AbortSignal.any([signal, follower.ending, leaving.signal])
  const merged = createMerged<StreamMessage>(ends)
  const sender = createTeller(request, parts, { merged, ends })
  if (sender.canChange) merged.run(() => over(ends))
  merged.run(async () => {
    for await (const answer of lists.many(request.sources, { ...streamManner, signal: ends })) sender.sendFirst(answer)
  })
  try {
    yield* merged.messages(sender.sendPending)
  } finally {
    leaving.abort()
  }
}

function over(signal: AbortSignal): Promise<void> {
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

interface Telling {
  readonly merged: Merged<StreamMessage>
  readonly ends: AbortSignal
}

/**
 * Sends lists under the ids they were requested by, one round per id at a time. Changes while the client does not read are not queued:
 * it gets the current state of the list when it reads again.
 */
function createTeller({ sources, since, ...chunks }: StreamRequest, parts: FollowParts, { merged, ends }: Telling) {
  const { lists, follower } = parts
  const idsByList = Map.groupBy(sources, lists.find)
  const followed = [...idsByList.keys()].filter((list): list is HotList => list?.isEnabled === true)
  const progressById = new Map(
    sources.map((id): [string, ListProgress] => [id, { lastSent: undefined, isSending: false }]),
  )
  /** Ids of changed lists, in the order of the changes. */
  const pending = new Map<string, HotList>()

  const sendIfChanged = (id: string, read: () => Promise<ListAnswer | undefined>) => {
    const progress = progressById.get(id)
    if (!progress) return
    progress.isSending = true
    merged.run(async (put) => {
      const answer = await read()
      if (answer && progress.lastSent !== imageOf(answer)) {
        progress.lastSent = imageOf(answer)
        for await (const message of messagesOf(answer, chunks, parts, ends)) put(message)
      }
      progress.isSending = false
    })
  }
  const onListChanged = (list: HotList) => {
    for (const id of idsByList.get(list) ?? []) pending.set(id, list)
    merged.wake()
  }

  follower.follow(followed, onListChanged)
  return {
    canChange: followed.length > 0,
    sendFirst(answer: ListAnswer) {
      const progress = progressById.get(answer.askedAs)
      if (progress && isKnown(answer, since, follower.bansChangedAt())) progress.lastSent = imageOf(answer)
      sendIfChanged(answer.askedAs, async () => answer)
    },
    sendPending() {
      for (const [id, list] of pending) {
        const progress = progressById.get(id)
        // Waits for the first round of the list, and for the end of the current one.
        if (!progress || progress.isSending || progress.lastSent === undefined) continue
        pending.delete(id)
        sendIfChanged(id, () => lists.known(list, id))
      }
    },
  }
}

/**
 * Whether the client already has this list, judged by its `since`. A failing list is sent, because the client may not know of the
 * failure; so is a list that may contain items banned since then.
 */
function isKnown({ at, failure }: ListAnswer, since: number | undefined, bansChangedAt: number): boolean {
  return since !== undefined && since > bansChangedAt && !failure && at !== undefined && at.getTime() <= since
}

/** A fingerprint of the message for an answer: the time of the upstream reply, the failure, and which items are banned. */
function imageOf({ at, failure, items }: ListAnswer): string {
  const places = items.map((item) => (item ? Number(item.icon !== undefined) : '-')).join('')
  return JSON.stringify([at?.getTime(), failure?.kind, failure?.detail, places])
}

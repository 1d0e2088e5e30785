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
  const teller = createTeller(request, parts, { merged, ends })
  if (teller.canChange) merged.run(() => over(ends))
  merged.run(async () => {
    for await (const answer of lists.many(request.sources, { ...streamManner, signal: ends })) teller.tell(answer)
  })
  try {
    yield* merged.messages(teller.lookAgain)
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
  const idsOf = Map.groupBy(sources, lists.find)
  const followed = [...idsOf.keys()].filter((list): list is HotList => list?.isEnabled === true)
  /** What was told last of each id. */
  const told = new Map<string, string>()
  const busy = new Set<string>()
  const due = new Map<string, HotList>()

  const noteDue = (list: HotList) => {
    for (const id of idsOf.get(list) ?? []) due.set(id, list)
  }
  /** A round, if there is news. What comes of the list meanwhile is due after it. */
  const round = (id: string, find: () => Promise<ListAnswer | undefined>) => {
    busy.add(id)
    merged.run(async (put) => {
      const answer = await find()
      if (answer && told.get(id) !== imageOf(answer)) {
        told.set(id, imageOf(answer))
        for await (const message of messagesOf(answer, chunks, parts, ends)) put(message)
      }
      busy.delete(id)
    })
  }

  follower.follow(followed, (list) => {
    noteDue(list)
    merged.wake()
  })
  return {
    canChange: followed.length > 0,
    tell(answer: ListAnswer) {
      if (isKnown(answer, since, follower.bansChangedAt())) told.set(answer.askedAs, imageOf(answer))
      round(answer.askedAs, async () => answer)
    },
    lookAgain() {
      for (const [id, list] of due) {
        // The first round of it is still to come, or this one's is not over.
        if (busy.has(id) || !told.has(id)) continue
        due.delete(id)
        round(id, () => lists.known(list, id))
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

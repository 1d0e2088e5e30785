// `trawl hot --follow`: lists as they change, until Ctrl+C.
import { setTimeout } from 'node:timers/promises'
import { type BatchResult, type HotSource, type StreamMessage, TrawlError } from '../../client/client.ts'
import type { AskedTrawl } from './asked-trawl.ts'
import { jsonText } from './json-output.ts'
import { counted } from './spans.ts'
import { interruptedStatus, type Terminal, written } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import { type HotWish, mostItems } from './trawl-hot-flags.ts'
import { noListSaid } from './unknown-lists.ts'
import { WrongUse } from './wrong-use.ts'

/** What following is made of. */
interface FollowParts {
  readonly service: AskedTrawl
  readonly terminal: Terminal
  readonly show: (list: BatchResult) => Promise<void>
}

/** How long it is waited before the Trawl is asked again, the longer the longer it is away. */
const firstWaitMs = 1_000
const longestWaitMs = 30_000

/**
 * Shows each list whenever it has changed; resolves after Ctrl+C. A Trawl that stops or cannot be reached for a while is followed on once it is back.
 * Rejects with what ends it for good: that it could not be followed in the first place, a refusal, and WrongUse for an id that is none.
 */
export async function followLists(
  ids: readonly string[],
  { isJson }: HotWish,
  { service, terminal, show }: FollowParts,
): Promise<number> {
  const { interrupted, out, err } = terminal
  const { client } = service
  const { sources } = await client.sources({ includeDisabled: true }, { signal: interrupted })
  const news = createNews(sources)
  if (err.isTTY) err.write(`following ${counted(ids.length, 'list')}; Ctrl+C ends it\n\n`)
  const hear = async (message: StreamMessage) => {
    if (message.error?.kind === 'unknown') throw new WrongUse(noListSaid(message.sourceId, sources))
    const list = news.hear(message)
    if (isJson) await written(out, `${jsonText(message)}\n`)
    else if (list) await show(list)
  }
  const away = createAway(terminal)
  while (!interrupted.aborted) {
    try {
      const query = { follow: true, chunkSize: mostItems, delay: 0 }
      for await (const message of client.listEvents(ids, query, { signal: interrupted })) {
        away.isBack()
        await hear(message)
      }
      return interruptedStatus
    } catch (error) {
      if (!away.mayPass(error)) throw error
      await away.wait(error)
    }
  }
  return interruptedStatus
}

/** Follows a Trawl through the times in which it is away. */
function createAway({ err, interrupted }: Pick<Terminal, 'err' | 'interrupted'>) {
  let hasFollowed = false
  let waitMs = firstWaitMs
  return {
    isBack(): void {
      hasFollowed = true
      waitMs = firstWaitMs
    },
    /** Not before it was followed: who names a wrong address is not to wait. */
    mayPass: (error: unknown): error is TrawlError =>
      hasFollowed && !interrupted.aborted && error instanceof TrawlError && (error.status === 0 || error.status >= 500),
    /** Says why once, and waits; Ctrl+C ends that too. */
    async wait({ message }: TrawlError): Promise<void> {
      if (waitMs === firstWaitMs) await written(err, `${terminalText(message)}\nIt is asked again until it is back.\n`)
      await setTimeout(waitMs, undefined, { signal: interrupted }).catch(() => undefined)
      waitMs = Math.min(waitMs * 2, longestWaitMs)
    },
  }
}

/** Puts messages together; gives a list when it is whole, and not as it was given last. */
function createNews(sources: readonly HotSource[]) {
  const names = new Map(sources.toReversed().flatMap(({ id, family, name }) => [[family, name] as const, [id, name]]))
  const begun = new Map<string, BatchResult>()
  const given = new Map<string, string>()
  /** After a while away all lists are told again. */
  const isNew = ({ cached, ...list }: BatchResult) => {
    const text = JSON.stringify(list)
    const before = given.get(list.id)
    given.set(list.id, text)
    return text !== before
  }
  return {
    hear(message: StreamMessage): BatchResult | undefined {
      const { sourceId: id, type, data } = message
      // What could not be had begins anew: the list told before is not it.
      const before = type === 'start' || type === 'error' ? undefined : begun.get(id)
      const list = before ? { ...before, data: [...before.data, ...data] } : listOf(message, names.get(id) ?? id)
      begun.set(id, list)
      return (type === 'end' || type === 'error') && isNew(list) ? list : undefined
    },
  }
}

function listOf({ sourceId: id, data, total, error, ...state }: StreamMessage, name: string): BatchResult {
  const { cached = false, stale = false, updatedAt = null } = state
  const list = { id, name, success: !error, data, count: total, cached, stale, updatedAt }
  return error ? { ...list, error } : list
}

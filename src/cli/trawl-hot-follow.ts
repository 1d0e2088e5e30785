// `trawl hot --follow`: lists as they change, until Ctrl+C.
import type { BatchResult, HotSource, StreamMessage } from '../../client/client.ts'
import type { AskedTrawl } from './asked-trawl.ts'
import { jsonText } from './json-output.ts'
import { counted } from './spans.ts'
import { interruptedStatus, type Terminal, written } from './terminal.ts'
import type { HotWish } from './trawl-hot-flags.ts'
import { noListSaid } from './unknown-lists.ts'
import { WrongUse } from './wrong-use.ts'

/** What following is made of. */
interface FollowParts {
  readonly service: AskedTrawl
  readonly terminal: Terminal
  readonly show: (list: BatchResult) => Promise<void>
}

/** More than any list has. */
const chunkSize = 50

/** Shows each list whenever it has changed; resolves after Ctrl+C. Rejects when the stream ends by itself, and with WrongUse for an id that is none. */
export async function followLists(
  ids: readonly string[],
  { isJson }: HotWish,
  { service, terminal, show }: FollowParts,
): Promise<number> {
  const { interrupted, out, err } = terminal
  const { client } = service
  const { sources } = await client.sources({ includeDisabled: true }, { signal: interrupted })
  const wholes = createWholes(sources)
  if (err.isTTY) err.write(`following ${counted(ids.length, 'list')}; Ctrl+C ends it\n\n`)
  for await (const message of client.listEvents(ids, { follow: true, chunkSize, delay: 0 }, { signal: interrupted })) {
    if (message.error?.kind === 'unknown') throw new WrongUse(noListSaid(message.sourceId, sources))
    const list = wholes.hear(message)
    if (isJson) await written(out, `${jsonText(message)}\n`)
    else if (list) await show(list)
  }
  return interruptedStatus
}

/** Puts messages together; gives a list when it is whole. */
function createWholes(sources: readonly HotSource[]) {
  const names = new Map(sources.toReversed().flatMap(({ id, family, name }) => [[family, name] as const, [id, name]]))
  const begun = new Map<string, BatchResult>()
  return {
    hear(message: StreamMessage): BatchResult | undefined {
      const { sourceId: id, type, data } = message
      // What could not be had begins anew: the list told before is not it.
      const before = type === 'start' || type === 'error' ? undefined : begun.get(id)
      const list = before ? { ...before, data: [...before.data, ...data] } : listOf(message, names.get(id) ?? id)
      begun.set(id, list)
      return type === 'end' || type === 'error' ? list : undefined
    },
  }
}

function listOf({ sourceId: id, data, total, error, ...state }: StreamMessage, name: string): BatchResult {
  const { cached = false, stale = false, updatedAt = null } = state
  const list = { id, name, success: !error, data, count: total, cached, stale, updatedAt }
  return error ? { ...list, error } : list
}

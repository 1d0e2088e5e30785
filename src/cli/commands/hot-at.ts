// `trawl hot --at`: shows lists as they stood at a time.
import type { BatchResult } from '../../../client/client.ts'
import type { Session } from '../connect.ts'
import { onlyListCalled, unknownListMessage } from '../suggest.ts'
import { UsageError } from '../usage-error.ts'

/** The lists with these ids, or that go by these names. @throws (rejects) UsageError for an unknown one. */
export async function listsCalled(ids: readonly string[], { client, terminal }: Session) {
  const { sources } = await client.sources({ includeDisabled: true }, { signal: terminal.interrupted })
  return ids.map((id) => {
    const found = sources.find((source) => source.id === id) ?? sources.find((source) => source.family === id)
    const called = found ?? sources.find((source) => source.id === onlyListCalled(id, sources))
    if (called) return called
    throw new UsageError(unknownListMessage(id, sources))
  })
}

/** The lists at this time (epoch milliseconds), each as it was. @throws (rejects) UsageError for an unknown id, TrawlError where the history is missing. */
export async function loadListsAt(ids: readonly string[], time: number, session: Session) {
  const options = { signal: session.terminal.interrupted }
  return await Promise.all(
    (await listsCalled(ids, session)).map(async ({ id, name }): Promise<BatchResult> => {
      const { data, count, updatedAt } = await session.client.at(id, time, options)
      return { id, name, success: true, data, count, cached: true, stale: false, updatedAt }
    }),
  )
}

// Sends changes of watches.
import { useState } from 'preact/hooks'
import type { WatchAnswer, WatchFeedTokenAnswer, WatchRecord } from '../../../src/contract/watches.ts'
import { usePage } from '../page-context.ts'

export type WatchFields = Omit<WatchRecord, 'name' | 'from' | 'editable' | 'hasFeedToken'>

export type WatchChanges = ReturnType<typeof useWatchChanges>

/** Changes resolve to whether the server accepted them. */
export function useWatchChanges(onChange: () => void) {
  const { api } = usePage()
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async <Answer>(change: Promise<Answer>): Promise<{ answer: Answer } | undefined> => {
    setIsSending(true)
    try {
      const answer = await change
      setProblem(undefined)
      onChange()
      return { answer }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      return undefined
    } finally {
      setIsSending(false)
    }
  }
  const pathOf = (name: string) => `/api/v1/watches/${encodeURIComponent(name)}`
  return {
    /** Error message of the last change; undefined if it succeeded. */
    problem,
    isSending,
    put: async (name: string, fields: WatchFields) => Boolean(await send(api.put<WatchAnswer>(pathOf(name), fields))),
    remove: async (name: string) => Boolean(await send(api.remove<undefined>(pathOf(name)))),
    revokeFeed: async (name: string) => Boolean(await send(api.remove<undefined>(`${pathOf(name)}/feed`))),
    /** Makes a new token for the address of the feed, and revokes the one before; undefined if that failed. */
    renewFeed: async (name: string) =>
      (await send(api.put<WatchFeedTokenAnswer>(`${pathOf(name)}/feed`, {})))?.answer.feedToken,
  }
}

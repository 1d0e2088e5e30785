// Sends changes of watches.
import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { WatchAnswer, WatchRecord } from '../../../src/contract/watches.ts'
import { usePage } from '../page-context.ts'

export type WatchFields = Omit<WatchRecord, 'name' | 'from' | 'editable' | 'feedToken'>

export interface WatchChanges {
  /** Error message of the last change; undefined if it succeeded. */
  readonly problem: string | undefined
  readonly isSending: boolean
  /** All resolve to whether the server accepted the change. */
  put(name: string, fields: WatchFields): Promise<boolean>
  remove(name: string): Promise<boolean>
  /** Makes a new address of the feed; the one before ends. */
  renewFeed(name: string): Promise<boolean>
  revokeFeed(name: string): Promise<boolean>
}

export function useWatchChanges(): WatchChanges {
  const { api } = usePage()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async (change: Promise<unknown>): Promise<boolean> => {
    setIsSending(true)
    try {
      await change
      setProblem(undefined)
      void client.invalidateQueries()
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      return false
    } finally {
      setIsSending(false)
    }
  }
  const pathOf = (name: string) => `/api/v1/watches/${encodeURIComponent(name)}`
  return {
    problem,
    isSending,
    put: (name, fields) => send(api.put<WatchAnswer>(pathOf(name), fields)),
    remove: (name) => send(api.remove<undefined>(pathOf(name))),
    renewFeed: (name) => send(api.put<WatchAnswer>(`${pathOf(name)}/feed`, {})),
    revokeFeed: (name) => send(api.remove<undefined>(`${pathOf(name)}/feed`)),
  }
}

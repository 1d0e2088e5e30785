// Answers of the API that are asked for again while the page is visible, and held back while the user reads.
import { type Signal, signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { type ApiClient, ApiError } from '../../api-client.ts'
import { now } from '../../clock.ts'
import { pollWhileVisible } from '../../components/poll-while-visible.ts'
import { usePage } from '../../page-context.ts'

export interface Polled<Answer> {
  readonly answer: Signal<Answer | undefined>
  readonly error: Signal<ApiError | undefined>
  load(): Promise<void>
}

interface Entry<Answer> extends Polled<Answer> {
  loadedAt: number
}

function createEntry<Answer>(api: ApiClient, path: string): Entry<Answer> {
  const entry: Entry<Answer> = {
    answer: signal(undefined),
    error: signal(undefined),
    loadedAt: 0,
    async load() {
      entry.loadedAt = now()
      try {
        entry.answer.value = await api.json<Answer>(path, { isBackground: entry.answer.peek() !== undefined })
        entry.error.value = undefined
      } catch (error) {
        entry.error.value = ApiError.from(error)
      }
    },
  }
  return entry
}

/**
 * Creates a hook that loads a path when it is first needed, and again when it is older than `everyMs`. The answers outlive the view, so that
 * the user finds it unchanged on return.
 */
export function createPolled<Answer>(everyMs: number): (path: string) => Polled<Answer> {
  const cache = new WeakMap<ApiClient, Map<string, Entry<Answer>>>()
  const entryOf = (api: ApiClient, path: string) => {
    const known = cache.get(api) ?? new Map<string, Entry<Answer>>()
    const entry = known.get(path) ?? createEntry<Answer>(api, path)
    cache.set(api, known.set(path, entry))
    return entry
  }
  return (path) => {
    const { api, credential } = usePage()
    const token = credential.value
    const entry = useMemo(() => entryOf(api, path), [api, path])
    useEffect(() => {
      const look = () => {
        const isDue = now() - entry.loadedAt >= everyMs || entry.error.peek()
        if (isDue && navigator.onLine) void entry.load()
      }
      if (!document.hidden) look()
      if (!(entry.answer.peek() || navigator.onLine)) void entry.load()
      return pollWhileVisible(look, everyMs)
    }, [entry, token])
    return entry
  }
}

/** The latest value, but while `isHeld` the earlier one with the same key. */
export function useStill<Value>(value: Value | undefined, key: string, isHeld: boolean): Value | undefined {
  const shown = useRef({ key, value })
  if (!isHeld || shown.current.key !== key || shown.current.value === undefined) shown.current = { key, value }
  return shown.current.value
}

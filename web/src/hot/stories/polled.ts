// Answers of the API that are asked for again while the page is visible, and held back while the user reads.
import { type Signal, signal } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type ApiClient, ApiError } from '../../api-client.ts'
import { now } from '../../clock.ts'
import { usePage } from '../../page-context.ts'
import type { PauseReason } from '../list-state.ts'
import { useUpdatePause } from '../use-update-pause.ts'

export interface Polled<Answer> {
  readonly answer: Signal<Answer | undefined>
  readonly error: Signal<ApiError | undefined>
  load(): Promise<void>
}

interface Entry<Answer> extends Polled<Answer> {
  loadedAt: number
}

/** Outlives the view, so that the user finds it unchanged on return. */
export type AnswerCache<Answer> = WeakMap<ApiClient, Map<string, Entry<Answer>>>

function entryOf<Answer>(cache: AnswerCache<Answer>, api: ApiClient, path: string): Entry<Answer> {
  const known = cache.get(api) ?? new Map<string, Entry<Answer>>()
  cache.set(api, known)
  const entry = known.get(path) ?? createEntry<Answer>(api, path)
  known.set(path, entry)
  return entry
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
        entry.error.value = error instanceof ApiError ? error : new ApiError('serverError', String(error))
      }
    },
  }
  return entry
}

/** Loads the path when it is first needed, and again when it is older than `everyMs`. */
export function usePolled<Answer>(cache: AnswerCache<Answer>, path: string, everyMs: number): Polled<Answer> {
  const { api, credential } = usePage()
  const token = credential.value
  const entry = useMemo(() => entryOf(cache, api, path), [cache, api, path])
  useEffect(() => {
    const look = () => {
      const isDue = now() - entry.loadedAt >= everyMs || entry.error.peek()
      if (isDue && !document.hidden && navigator.onLine) void entry.load()
    }
    look()
    if (!(entry.answer.peek() || navigator.onLine)) void entry.load()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [entry, everyMs, token])
  return entry
}

/** Whether the user reads an element: listeners for it, as the cards have. */
export function useReading() {
  const [isReading, setReading] = useState(false)
  const state = useMemo(() => {
    const reasons = new Set<PauseReason>()
    const update = () => setReading(reasons.size > 0)
    return {
      pause(by: PauseReason) {
        reasons.add(by)
        update()
      },
      resume(by: PauseReason) {
        reasons.delete(by)
        update()
      },
    }
  }, [])
  return { isReading, listeners: useUpdatePause(state) }
}

/** The latest value, but while `isHeld` the earlier one with the same key. */
export function useStill<Value>(value: Value | undefined, key: string, isHeld: boolean): Value | undefined {
  const shown = useRef({ key, value })
  if (!isHeld || shown.current.key !== key || shown.current.value === undefined) shown.current = { key, value }
  return shown.current.value
}

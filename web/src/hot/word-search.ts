// Finds a word in all lists while the user types; lists that nobody has loaded yet are asked on request.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FindAnswer } from '../../../src/contract/hotlist-find.ts'
import type { TrendsAnswer } from '../../../src/contract/hotlist-trends.ts'
import { ApiError } from '../api-client.ts'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'

const pauseMs = 300
const maxHits = 100

/** Lists asked after one press, in requests one after the other: each list is a request to a site. */
export const maxListsAtOnce = 60
const listsPerRequest = 20

const stories = '/api/v1/trends?window=24h&limit=100'
const noStories: TrendsAnswer['stories'] = []
const noLists: readonly string[] = []

export type WordSearch = ReturnType<typeof useWordSearch>

/** `typed`: the trimmed text; `isHurried`: it does not wait for the typing to rest. The answer before stays until the next one arrives. */
export function useWordSearch(typed: string, isHurried: boolean) {
  const query = new URLSearchParams({ q: typed, limit: `${maxHits}` })
  const find = useAnswer<FindAnswer>(typed === '' ? undefined : `/api/v1/find?${query}`, {
    pauseMs: isHurried ? 0 : pauseMs,
  })
  const trends = useAnswer<TrendsAnswer>(stories, { isBackground: true })
  const others = useOtherLists(typed, () => {
    trends.retry()
    find.retry()
  })
  const found = useMemo(() => find.answer && { typed, answer: find.answer }, [find.answer])
  // Without stories, the items are shown by list.
  const isWaiting = !(trends.answer || trends.error)
  const isShown = typed !== '' && !isWaiting
  return {
    isLoading: typed !== '' && (find.isLoading || isWaiting || others.asking !== undefined),
    found: isShown ? found : undefined,
    stories: trends.answer?.stories ?? noStories,
    error: typed === '' ? undefined : (find.error ?? others.error),
    /** Lists that were not searched and have not been asked yet, in the order of the board. */
    unasked: (isShown && found?.answer.missing.filter((id) => !others.asked.has(id))) || noLists,
    /** While further lists are asked: how many of them have been. */
    asking: others.asking,
    askFurther: others.ask,
    retry: find.retry,
  }
}

/** Asks lists, some at a time, until the user types on. One that fails is asked once only. */
function useOtherLists(typed: string, onAsked: () => void) {
  const { api } = usePage()
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<{ readonly done: number; readonly total: number }>()
  const [error, setError] = useState<ApiError>()
  const running = useRef<AbortController>()
  useEffect(() => () => running.current?.abort(), [typed])
  const ask = async (ids: readonly string[]) => {
    running.current = new AbortController()
    const { signal } = running.current
    setError(undefined)
    try {
      for (let done = 0; done < ids.length; done += listsPerRequest) {
        setAsking({ done, total: ids.length })
        const some = ids.slice(done, done + listsPerRequest)
        await api.json(`/api/v1/batch?limit=1&sources=${some.join()}`, { signal })
        setAsked((before) => before.union(new Set(some)))
      }
      onAsked()
    } catch (reason) {
      if (!signal.aborted) setError(ApiError.from(reason))
    }
    setAsking(undefined)
  }
  return { asked, asking, error, ask }
}

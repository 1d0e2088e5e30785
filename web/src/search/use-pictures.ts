// Loads pictures while they are shown, a few at a time over all results, and frees them afterwards.
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../api-client.ts'
import { usePage } from '../page-context.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** State of a picture: loading, loaded (with an object URL), forbidden by the server, or not available. */
export type Picture =
  | { readonly state: 'loading' | 'forbidden' | 'unavailable' }
  | { readonly state: 'loaded'; readonly src: string }

const runLimited = createConcurrencyLimit(4)

/** Returns the pictures in the order of their URLs. Call `failed` for one that the browser cannot decode. */
export function usePictures(urls: readonly string[]): {
  readonly pictures: readonly Picture[]
  readonly failed: (at: number) => void
} {
  const { api } = usePage()
  const [known, setKnown] = useState<ReadonlyMap<string, Picture>>(new Map())
  const put = (url: string, picture: Picture) => setKnown((before) => new Map(before).set(url, picture))
  const all = urls.join('\n')
  useEffect(() => {
    const abort = new AbortController()
    const sources: string[] = []
    const fetchOne = async (url: string) => {
      const path = `/api/v1/picture?url=${encodeURIComponent(url)}`
      try {
        const src = await runLimited(abort.signal, () => api.picture(path, { signal: abort.signal }))
        if (abort.signal.aborted) {
          URL.revokeObjectURL(src)
          return
        }
        sources.push(src)
        put(url, { state: 'loaded', src })
      } catch (error) {
        if (!abort.signal.aborted) put(url, { state: stateOf(error) })
      }
    }
    for (const url of all.split('\n')) void fetchOne(url)
    return () => {
      abort.abort()
      setKnown(new Map())
      for (const src of sources) URL.revokeObjectURL(src)
    }
  }, [all, api])
  return {
    pictures: urls.map((url) => known.get(url) ?? { state: 'loading' }),
    failed: (at) => put(urls[at] ?? '', { state: 'unavailable' }),
  }
}

function stateOf(error: unknown): 'forbidden' | 'unavailable' {
  return error instanceof ApiError && error.kind === 'forbidden' ? 'forbidden' : 'unavailable'
}

// Loads pictures while they are shown, and frees them afterwards.

import { useEffect, useState } from 'preact/hooks'
import { type ApiClient, ApiError } from '../api-client.ts'
import { usePage } from '../page-context.ts'

/** State of a picture: loading, loaded (with an object URL), forbidden by the server, or not available. */
export type Picture =
  | { readonly state: 'loading' | 'forbidden' | 'unavailable' }
  | { readonly state: 'loaded'; readonly src: string }

/** Hosts that the server does not allow are asked for once. */
const forbiddenHosts = new Set<string>()

/**
 * Returns the pictures in the order of their URLs, scaled by the server if their width is given. Call `failed` for one that the browser
 * cannot decode.
 */
export function usePictures(
  urls: readonly string[],
  width?: number,
): {
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
      const picture = await loadPicture(api, { url, width }, abort.signal)
      if (picture.state === 'loaded') sources.push(picture.src)
      if (!abort.signal.aborted) put(url, picture)
      else if (picture.state === 'loaded') URL.revokeObjectURL(picture.src)
    }
    for (const url of all.split('\n')) void fetchOne(url)
    return () => {
      abort.abort()
      setKnown(new Map())
      for (const src of sources) URL.revokeObjectURL(src)
    }
  }, [all, api, width])
  return {
    pictures: urls.map((url) => known.get(url) ?? { state: 'loading' }),
    failed: (at) => put(urls[at] ?? '', { state: 'unavailable' }),
  }
}

/** Never rejects. */
async function loadPicture(
  api: Pick<ApiClient, 'picture'>,
  { url, width }: { readonly url: string; readonly width: number | undefined },
  signal: AbortSignal,
): Promise<Picture> {
  const { host = '' } = URL.parse(url) ?? {}
  if (forbiddenHosts.has(host)) return { state: 'forbidden' }
  const path = `/api/v1/picture?url=${encodeURIComponent(url)}${width === undefined ? '' : `&w=${width}`}`
  try {
    return { state: 'loaded', src: await api.picture(path, { signal }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'forbidden') return { state: 'unavailable' }
    forbiddenHosts.add(host)
    return { state: 'forbidden' }
  }
}

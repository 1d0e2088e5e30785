// Looks at what was pasted, a moment after the last letter.
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../../api-client.ts'
import { usePage } from '../../page-context.ts'

export interface Look<Found> {
  readonly found?: Found
  readonly error?: ApiError
}

const pauseMs = 400

/** Posts `{ [key]: value }`; undefined while nothing was found about this value. */
export function useLook<Found>(path: string, key: string, value: string | undefined): Look<Found> | undefined {
  const { api } = usePage()
  const [seen, setSeen] = useState<{ readonly value: string; readonly look: Look<Found> }>()
  useEffect(() => {
    if (value === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const show = (look: Look<Found>) => {
      if (!signal.aborted) setSeen({ value, look })
    }
    const timer = setTimeout(() => {
      api.post<Found>(path, { [key]: value }, { signal, isBackground: true }).then(
        (found) => show({ found }),
        (reason: unknown) =>
          show({ error: reason instanceof ApiError ? reason : new ApiError('serverError', String(reason)) }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, path, key, value])
  return seen?.value === value ? seen?.look : undefined
}

// Asks the API for something while a component shows it.
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from './api-client.ts'
import { usePage } from './page-context.ts'

export interface Asked<Answer> {
  readonly answer?: Answer | undefined
  readonly error?: ApiError | undefined
  readonly isLoading: boolean
}

/**
 * Asks after a pause in which the path does not change, and again with another credential. The previous answer stays
 * until the next one arrives.
 */
export function useAnswer<Answer>(path: string, pauseMs = 0): Asked<Answer> & { readonly retry: () => void } {
  const { api, credential } = usePage()
  const token = credential.value
  const [tries, setTries] = useState(0)
  const [asked, setAsked] = useState<Asked<Answer>>({ isLoading: true })
  useEffect(() => {
    const controller = new AbortController()
    setAsked(({ answer }) => ({ answer, isLoading: true }))
    const ask = () =>
      api.json<Answer>(path, { signal: controller.signal }).then(
        (answer) => setAsked({ answer, isLoading: false }),
        (error: unknown) => {
          if (controller.signal.aborted) return
          setAsked({
            error: error instanceof ApiError ? error : new ApiError('serverError', String(error)),
            isLoading: false,
          })
        },
      )
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, path, pauseMs, token, tries])
  return { ...asked, retry: () => setTries(tries + 1) }
}

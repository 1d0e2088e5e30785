// Asks the API for something while a component shows it.
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from './api-client.ts'
import { usePage } from './page-context.ts'

export interface Asked<Answer> {
  readonly answer?: Answer | undefined
  readonly error?: ApiError | undefined
  readonly isLoading: boolean
}

interface AskOptions {
  /** Asks only after this time in which the path does not change. */
  readonly pauseMs?: number
  /** A refusal does not open the login dialog. */
  readonly isBackground?: boolean
}

/** Asks for a path, and again with another credential. The previous answer stays until the next one arrives. */
export function useAnswer<Answer>(
  path: string,
  { pauseMs = 0, isBackground = false }: AskOptions = {},
): Asked<Answer> & { readonly retry: () => void } {
  const { api, credential } = usePage()
  const token = credential.value
  const [tries, setTries] = useState(0)
  const [asked, setAsked] = useState<Asked<Answer>>({ isLoading: true })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setAsked(({ answer }) => ({ answer, isLoading: true }))
    const ask = () =>
      api.json<Answer>(path, { signal, isBackground }).then(
        (answer) => setAsked({ answer, isLoading: false }),
        (reason: unknown) => {
          if (signal.aborted) return
          const error = reason instanceof ApiError ? reason : new ApiError('serverError', String(reason))
          setAsked({ error, isLoading: false })
        },
      )
    const timer = pauseMs > 0 ? setTimeout(ask, pauseMs) : void ask()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, path, pauseMs, isBackground, token, tries])
  return { ...asked, retry: () => setTries(tries + 1) }
}

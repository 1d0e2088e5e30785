// Asks the API for something while a component shows it.
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from './api-client.ts'
import { usePage } from './page-context.ts'

interface Asked<Answer> {
  readonly answer?: Answer | undefined
  readonly error?: ApiError | undefined
  readonly isLoading: boolean
}

interface AskOptions {
  /** Asks only after this time in which the question does not change. */
  readonly pauseMs?: number
  /** A refusal does not open the login dialog. */
  readonly isBackground?: boolean
  /** Sent with POST. */
  readonly body?: object
  /** The answer to another question is not shown until the next one arrives. */
  readonly isOwnOnly?: boolean
}

/** Asks for a path, and again with another credential; without a path for nothing. The previous answer stays until the next one arrives. */
export function useAnswer<Answer>(
  path: string | undefined,
  { pauseMs = 0, isBackground = false, body, isOwnOnly = false }: AskOptions = {},
): Asked<Answer> & { readonly retry: () => void } {
  const { api, credential } = usePage()
  const token = credential.value
  const [tries, setTries] = useState(0)
  const question = path === undefined ? '' : path + JSON.stringify(body ?? null)
  const [asked, setAsked] = useState<Asked<Answer> & { readonly question: string }>({ question, isLoading: true })
  useEffect(() => {
    if (path === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const options = { signal, isBackground }
    setAsked((last) => ({ ...last, error: undefined, isLoading: true }))
    const ask = () =>
      (body ? api.post<Answer>(path, body, options) : api.json<Answer>(path, options)).then(
        (answer) => setAsked({ question, answer, isLoading: false }),
        (reason: unknown) => {
          if (!signal.aborted) setAsked({ question, error: ApiError.from(reason), isLoading: false })
        },
      )
    const timer = pauseMs > 0 ? setTimeout(ask, pauseMs) : void ask()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, question, pauseMs, isBackground, token, tries])
  const retry = () => setTries((before) => before + 1)
  return isOwnOnly && asked.question !== question ? { isLoading: true, retry } : { ...asked, retry }
}

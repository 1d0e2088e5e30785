// Loads a list that administrators edit, and sends their changes.
import { useState } from 'preact/hooks'
import { ApiError } from '../../api-client.ts'
import { type ReportState, useReport } from '../../components/use-report.ts'
import { usePage } from '../../page-context.ts'
import { useMessages } from '../../use-messages.ts'
import { administrationMessages } from './messages.ts'

export interface Administration<Answer> {
  readonly state: ReportState<Answer>
  /** Error message of the last change; undefined if it succeeded. */
  readonly problem: string | undefined
  readonly isSending: boolean
  /** Sends a body with POST, or deletes the address. Resolves to the answer; undefined if the server rejected the change. */
  change(change: { readonly body: object } | { readonly query: string }): Promise<Answer | undefined>
}

export function useAdministration<Answer>(path: string): Administration<Answer> {
  const { api } = usePage()
  const { refused } = useMessages(administrationMessages)
  const state = useReport<Answer>(path)
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  return {
    state,
    problem,
    isSending,
    async change(change) {
      setIsSending(true)
      try {
        const answer = await ('body' in change
          ? api.post<Answer>(path, change.body)
          : api.remove<Answer>(`${path}?${change.query}`))
        setProblem(undefined)
        state.replace(answer)
        return answer
      } catch (error) {
        const { kind, message } = error instanceof ApiError ? error : new ApiError('serverError', String(error))
        // Without ADMIN_TOKEN, programs on the server may change this, but no web page.
        setProblem(kind === 'forbidden' || kind === 'unauthorized' ? refused[kind] : message)
        return undefined
      } finally {
        setIsSending(false)
      }
    },
  }
}

// Looks at what was pasted, and changes the setting that has such things; both are for administrators.
import type { FeedLookResponse, SettingName, SettingsResponse } from '../../../../src/contract/settings.ts'
import { ApiError } from '../../api-client.ts'
import { useReasonText } from '../../components/use-reason-text.ts'
import { frameMessages } from '../../frame-messages.ts'
import { usePage } from '../../page-context.ts'
import { useAnswer } from '../../use-answer.ts'

const path = '/api/v1/server/settings'

interface Look<Found> {
  readonly found?: Found | undefined
  /** Whether only administrators may look. */
  readonly isRefused: boolean
  readonly error: string | undefined
}

/** Looks again with another credential. */
export function useLook<Found>(what: 'channel' | 'feed', body: object): Look<Found> {
  const asked = useAnswer<Found>(`${path}/look-at-${what}`, { body, isBackground: true, isOwnOnly: true })
  const errorText = useErrorText()
  const { answer: found, error } = asked
  const isRefused = error?.kind === 'unauthorized' || error?.kind === 'forbidden'
  return { found, isRefused, error: error && !isRefused ? errorText(error) : undefined }
}

function useErrorText(): (error: unknown) => string {
  const { errors } = frameMessages.use()
  return (error) => (error instanceof ApiError ? `${errors[error.kind]} ${error.message}` : String(error))
}

export function useFailureText(): (failure: NonNullable<FeedLookResponse['failure']>) => string {
  const textOf = useReasonText()
  return ({ detail, reason }) => (reason ? textOf(reason) : detail)
}

/** Returns a function that changes a setting. It resolves to how that ended: `fixed` if the environment sets it; of a failure the reason is shown. */
export function useChangeSetting() {
  const { api, toast } = usePage()
  const errorText = useErrorText()
  return async (name: SettingName, next: (text: string | null) => string | null) => {
    try {
      const { settings } = await api.json<SettingsResponse>(path)
      const { from, value = null } = settings.find((one) => one.name === name) ?? {}
      if (from === 'environment') return 'fixed'
      await api.post<SettingsResponse>(path, { name, value: next(value), was: value })
      return 'changed'
    } catch (error) {
      toast.value = { text: errorText(error) }
      return 'failed'
    }
  }
}

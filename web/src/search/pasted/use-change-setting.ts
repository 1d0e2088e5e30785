// Changes the setting that has what was pasted; for administrators.
import type { SettingName, SettingsResponse } from '../../../../src/contract/settings.ts'
import { settingsPath as path } from '../../components/look.tsx'
import { useFailure } from '../../components/use-failure.ts'
import { usePage } from '../../page-context.ts'

/** Returns a function that changes a setting. It resolves to how that ended: `fixed` if the environment sets it; of a failure the reason is shown. */
export function useChangeSetting() {
  const { api, toast } = usePage()
  const failureOf = useFailure()
  return async (name: SettingName, next: (text: string | null) => string | null) => {
    try {
      const { settings } = await api.json<SettingsResponse>(path)
      const { from, value = null } = settings.find((one) => one.name === name) ?? {}
      if (from === 'environment') return 'fixed'
      await api.post<SettingsResponse>(path, { name, value: next(value), was: value })
      return 'changed'
    } catch (error) {
      toast.value = { text: failureOf(error) }
      return 'failed'
    }
  }
}

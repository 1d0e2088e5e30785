// The settings of the server, and changes of them that two administrators cannot lose.
import type { SettingRecord, SettingsResponse } from '../../../../src/contract/settings.ts'
import { settingsPath } from '../../components/look.tsx'
import { useReport } from '../../components/use-report.ts'
import { usePage } from '../../page-context.ts'
import type { Said } from '../section.tsx'
import { serverMessages } from './server-messages.ts'

/** A server of another version may have others. */
export type Setting = Omit<SettingRecord, 'name'> & { readonly name: string }

export interface ServerSettings {
  /** Undefined where this server does not have it. */
  readonly find: (name: string) => Setting | undefined
  /** Stores a value; null: the default. Rejects with `ApiError`. */
  readonly change: (name: string, value: string | null) => Promise<Said>
  /** Shows settings that an answer had. */
  readonly replace: (answer: SettingsResponse) => void
}

/** `settings` is undefined until they are there. */
export function useServerSettings() {
  const { api } = usePage()
  const messages = serverMessages.use()
  const { report, error, reload, replace } = useReport<SettingsResponse>(settingsPath)
  const find = (name: string, all = report) => all?.settings.find((one: Setting) => one.name === name)
  const change = async (name: string, value: string | null): Promise<Said> => {
    const was = storedValue(find(name))
    try {
      replace(await api.post<SettingsResponse>(settingsPath, { name, value, was }, { isBackground: true }))
      return { text: value === null ? messages.removed : messages.saved }
    } catch (reason) {
      const now = await api.json<SettingsResponse>(settingsPath, { isBackground: true }).catch(() => undefined)
      if (now) replace(now)
      if (now && storedValue(find(name, now)) !== was) return { text: messages.changedMeanwhile, isBad: true }
      throw reason
    }
  }
  const settings: ServerSettings | undefined = report && { find, change, replace }
  return { settings, error, reload }
}

/** What is stored, which a value of the environment is not. */
function storedValue(setting: Setting | undefined): string | null {
  return setting?.from === 'stored' ? setting.value : null
}

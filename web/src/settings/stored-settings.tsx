// The switch that keeps the settings on the server, for a login or key, and the button that deletes them there.
import { useEffect, useState } from 'preact/hooks'
import type { UserSettingsAnswer } from '../../../src/contract/user-settings.ts'
import { ApiError } from '../api-client.ts'
import { displayNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/checkboxes.tsx'
import { LoginButton } from '../components/login-button.tsx'
import { Problem } from '../components/problem.tsx'
import { formatAge } from '../format-time.ts'
import { frameMessages } from '../frame-messages.ts'
import { usePage, usePreferences } from '../page-context.ts'
import type { BrowserStorage } from '../persistent-signal.ts'
import { Section } from './section.tsx'
import { settingsMessages } from './settings-messages.ts'
import { beginSync, endSync, followSettings, isSynchronised, settingsPath, synchronise } from './settings-sync.ts'

type Answer = Pick<UserSettingsAnswer, 'owner' | 'stored'>

export function StoredSettings() {
  const { storage } = usePage()
  return storage ? <StoredSection storage={storage} /> : null
}

/** Asks the server when it is shown; each action ends with what the server says then. */
function StoredSection({ storage }: { readonly storage: BrowserStorage }) {
  const messages = settingsMessages.use()
  const page = usePage()
  const { api, credential } = page
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(true)
  const run = async (action: () => Promise<unknown> | undefined) => {
    setBusy(true)
    setError(undefined)
    try {
      await action()
      setAnswer(await api.json<UserSettingsAnswer>(settingsPath, { isBackground: true }))
    } catch (reason) {
      setError(ApiError.from(reason))
    }
    setBusy(false)
  }
  const isOn = isSynchronised(storage)
  const look = () => (isSynchronised(storage) ? synchronise({ api, storage }) : undefined)
  const toggle = () => {
    if (isOn) endSync(storage)
    else if (answer?.owner) beginSync(storage, answer.owner)
    followSettings(page)
    return look()
  }
  const remove = () => {
    endSync(storage)
    return api.remove(settingsPath)
  }
  useEffect(() => void run(look), [credential.value])
  return (
    <Section id="stored" title={messages.onServer}>
      {answer?.owner && (
        <Checkbox checked={isOn} disabled={isBusy} onChange={() => void run(toggle)}>
          {messages.synchronise}
        </Checkbox>
      )}
      <p role="status" class="text-sm text-soft">
        {isBusy ? messages.reading : answer && <StoredState answer={answer} isOn={isOn} />}
      </p>
      {error && <StoredError error={error} />}
      {answer?.stored && !isBusy && (
        <Button class="self-start" onClick={() => void run(remove)}>
          {messages.deleteStored}
        </Button>
      )}
    </Section>
  )
}

function StoredState({ answer: { owner, stored }, isOn }: { readonly answer: Answer; readonly isOn: boolean }) {
  const messages = settingsMessages.use()
  const language = usePreferences().language.value
  // Without a login there is nobody whom the settings would belong to.
  if (owner === null) return messages.noLogins
  if (!stored) return messages.nothingStored
  const at = Math.max(0, ...Object.values(stored.changed ?? {}))
  const age = at > 0 ? messages.changedAt(formatAge(at, displayNow.value, language)) : ''
  return `${isOn ? messages.isSynchronised : messages.isStored}${age}`
}

function StoredError({ error: { kind, message } }: { readonly error: ApiError }) {
  const messages = settingsMessages.use()
  const frame = frameMessages.use()
  if (kind !== 'unauthorized') return <Problem text={`${frame.errors[kind]} ${message}`} />
  return (
    <>
      <p class="text-sm text-soft">{messages.needsLogin}</p>
      <LoginButton class="self-start" />
    </>
  )
}

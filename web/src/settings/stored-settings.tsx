// The switch that keeps the settings on the server, for a login or key, and the button that deletes them there.
import { useEffect, useState } from 'preact/hooks'
import type { UserSettingsAnswer } from '../../../src/contract/user-settings.ts'
import { ApiError } from '../api-client.ts'
import { displayNow, now } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { formatAge } from '../format-time.ts'
import { frameMessages } from '../frame-messages.ts'
import { usePage, usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { announce, followSettings } from './follow-settings.ts'
import { settingsMessages } from './settings-messages.ts'
import { beginSync, endSync, isSynchronised, settingsPath, synchronise } from './settings-sync.ts'

type Answer = Pick<UserSettingsAnswer, 'owner' | 'stored'>

export function StoredSettings() {
  const messages = useMessages(settingsMessages)
  const stored = useStoredSettings()
  const { answer, error, isOn, isBusy } = stored
  if (!stored.isPossible) return null
  return (
    <section>
      <h3 class="font-semibold">{messages.onServer}</h3>
      {answer?.owner && (
        <label class="mt-2 flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            class="size-4 accent-accent"
            checked={isOn}
            disabled={isBusy}
            onChange={() => void stored.toggle()}
          />
          {messages.synchronise}
        </label>
      )}
      <p role="status" class="mt-1 text-soft">
        {isBusy ? messages.reading : answer && <StoredState answer={answer} isOn={isOn} />}
      </p>
      {error && <StoredError error={error} />}
      {answer?.stored && !isBusy && (
        <Button class="mt-2" onClick={() => void stored.remove()}>
          {messages.deleteStored}
        </Button>
      )}
    </section>
  )
}

/** Asks the server when the dialog opens; each action ends with what the server says then. */
function useStoredSettings() {
  const page = usePage()
  const { api, storage, credential } = page
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState<ApiError>()
  const [isBusy, setBusy] = useState(true)
  const token = credential.value
  const run = async (action: (storage: NonNullable<typeof page.storage>) => Promise<unknown> | undefined) => {
    setBusy(true)
    setError(undefined)
    try {
      if (storage) await action(storage)
      setAnswer(await api.json<UserSettingsAnswer>(settingsPath, { isBackground: true }))
    } catch (reason) {
      setError(reason instanceof ApiError ? reason : new ApiError('serverError', String(reason)))
    }
    setBusy(false)
  }
  useEffect(() => void run((storage) => synchronise({ api, storage, epochMs: now, onReplaced: announce })), [token])
  return {
    answer,
    error,
    isBusy,
    isPossible: storage !== undefined,
    isOn: isSynchronised(storage),
    toggle: () =>
      run((own) => {
        if (isSynchronised(own)) return void endSync(own)
        if (!answer?.owner) return undefined
        beginSync(own, answer.owner)
        followSettings(page)
        return synchronise({ api, storage: own, epochMs: now, onReplaced: announce })
      }),
    remove: () =>
      run((own) => {
        endSync(own)
        return api.remove(settingsPath)
      }),
  }
}

function StoredState({ answer: { owner, stored }, isOn }: { readonly answer: Answer; readonly isOn: boolean }) {
  const messages = useMessages(settingsMessages)
  const language = usePreferences().language.value
  const at = Math.max(0, ...Object.values(stored?.changed ?? {}))
  const age = at > 0 ? formatAge(at, displayNow.value, language) : ''
  // Without a login there is nobody whom the settings would belong to.
  if (owner === null) return messages.noLogins
  if (!stored) return messages.nothingStored
  return isOn ? messages.isSynchronised(age) : messages.isStored(age)
}

function StoredError({ error: { kind, message } }: { readonly error: ApiError }) {
  const messages = useMessages(settingsMessages)
  const frame = useMessages(frameMessages)
  const { isLoginOpen } = usePage()
  if (kind !== 'unauthorized')
    return (
      <p role="alert" class="text-bad">
        {frame.errors[kind]} {message}
      </p>
    )
  return (
    <>
      <p class="text-soft">{messages.needsLogin}</p>
      <Button
        class="mt-2"
        onClick={() => {
          isLoginOpen.value = true
        }}
      >
        {frame.login}
      </Button>
    </>
  )
}

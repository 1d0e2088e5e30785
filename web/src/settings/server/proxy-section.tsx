// The proxy: its address, and a test that says which half of the way failed.
import { useState } from 'preact/hooks'
import type { ProxyTrialResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { usePage } from '../../page-context.ts'
import { Answer, type Said, useUpstreamFailure } from '../section.tsx'
import { serverMessages } from './server-messages.ts'
import { type ControlsProps, useStore } from './setting-section.tsx'
import { settingsPath } from './use-server-settings.ts'

export function ProxyControls(props: ControlsProps) {
  const messages = serverMessages.use()
  const { said, isBusy, run, store } = useStore(props)
  const test = useProxyTest()
  const [typed, setTyped] = useState<string>()
  const { value } = props.setting
  const shown = typed ?? value ?? ''
  const text = shown.trim()
  const save = async (next: string | null) => {
    if (await store(next)) setTyped(undefined)
  }
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save(text)
      }}
    >
      <TextField
        label={messages.proxy.address}
        value={shown}
        placeholder="http://192.168.1.2:7890"
        autoComplete="off"
        onInput={setTyped}
      />
      <div class="flex flex-wrap items-center gap-2">
        <Button disabled={isBusy || text === ''} onClick={() => void run(() => test(text))}>
          {messages.proxy.test}
        </Button>
        <Button type="submit" look="main" disabled={isBusy || text === '' || text === value}>
          {messages.save}
        </Button>
        {value !== null && (
          <Button look="quiet" disabled={isBusy} onClick={() => void save(null)}>
            {messages.proxy.none}
          </Button>
        )}
        <Answer said={said} />
      </div>
    </form>
  )
}

function useProxyTest(): (proxy: string) => Promise<Said> {
  const { api } = usePage()
  const messages = serverMessages.use().proxy
  const failureOf = useUpstreamFailure()
  return async (proxy) => {
    const trial = await api.post<ProxyTrialResponse>(`${settingsPath}/try-proxy`, { proxy }, { isBackground: true })
    const { ok, page, failed = 'site', message = '', reason, tookMs } = trial
    const { host } = new URL(page)
    return ok
      ? { text: messages.works(host, tookMs) }
      : { text: messages.failed[failed](host, failureOf({ detail: message, reason })), isBad: true }
  }
}

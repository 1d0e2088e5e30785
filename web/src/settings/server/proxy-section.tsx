// The proxy: its address, and a test that says which half of the way failed.
import { useState } from 'preact/hooks'
import type { ProxyTrialResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/text-field.tsx'
import { usePage } from '../../page-context.ts'
import { Answer, type Said, useAction, useUpstreamFailure } from '../section.tsx'
import { serverMessages } from './server-messages.ts'
import { SettingSection } from './setting-section.tsx'
import { type ServerSettings, type Setting, settingsPath } from './use-server-settings.ts'

export function ProxySection({ settings }: { readonly settings: ServerSettings }) {
  const { title, what } = serverMessages.use().proxy
  return (
    <SettingSection settings={settings} name="UPSTREAM_PROXY" id="proxy" title={title} what={what}>
      {(setting) => <ProxyForm setting={setting} onChange={settings.change} />}
    </SettingSection>
  )
}

interface FormProps {
  readonly setting: Setting
  readonly onChange: ServerSettings['change']
}

function ProxyForm({ setting: { name, value }, onChange }: FormProps) {
  const messages = serverMessages.use()
  const { said, isBusy, run } = useAction()
  const test = useProxyTest()
  const [typed, setTyped] = useState<string>()
  const text = (typed ?? value ?? '').trim()
  const store = (next: string | null) => run(() => onChange(name, next)).then((isDone) => isDone && setTyped(undefined))
  return (
    <form
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void store(text)
      }}
    >
      <TextField
        label={messages.proxy.address}
        value={typed ?? value ?? ''}
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
          <Button look="quiet" disabled={isBusy} onClick={() => void store(null)}>
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

// How much is stored and for how long: limits, and whether links that were found are stored.
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkboxes.tsx'
import { TextField } from '../../components/text-field.tsx'
import { Answer, Section } from '../section.tsx'
import { serverMessages } from './server-messages.ts'
import { type ControlsProps, SettingState, useStore } from './setting-section.tsx'
import type { ServerSettings } from './use-server-settings.ts'

const limits = ['HISTORY_DAYS', 'HISTORY_MB', 'DISK_MB'] as const

export const storageSettings: readonly string[] = [...limits, 'ARCHIVE']

export function StorageSection({ settings: { find, change } }: { readonly settings: ServerSettings }) {
  const { storage } = serverMessages.use()
  const archive = find('ARCHIVE')
  return (
    <Section id="storage" title={storage.title} what={storage.what}>
      {limits.map((name) => {
        const setting = find(name)
        if (!setting) return null
        return <Limit key={name} label={storage.names[name]} setting={setting} onChange={change} />
      })}
      {archive && <Archive setting={archive} onChange={change} />}
    </Section>
  )
}

function Limit({ label, ...props }: ControlsProps & { readonly label: string }) {
  const messages = serverMessages.use()
  const { said, isBusy, store } = useStore(props)
  const [typed, setTyped] = useState<string>()
  const { value, default: byDefault } = props.setting
  const shown = typed ?? value ?? ''
  const save = async (event: Event) => {
    event.preventDefault()
    const text = shown.trim()
    if (await store(text === '' ? null : text)) setTyped(undefined)
  }
  const hint = byDefault === undefined ? '' : messages.storage.byDefault(byDefault)
  return (
    <SettingState setting={props.setting} label={label}>
      <form class="flex flex-wrap items-end gap-2" onSubmit={(event) => void save(event)}>
        <div class="min-w-48 flex-1">
          <TextField label={label} value={shown} placeholder={hint} autoComplete="off" onInput={setTyped} />
        </div>
        <Button
          type="submit"
          class="min-h-10!"
          aria-label={`${messages.save} ${label}`}
          disabled={isBusy || typed === undefined}
        >
          {messages.save}
        </Button>
        <Answer said={said} />
      </form>
    </SettingState>
  )
}

function Archive(props: ControlsProps) {
  const { archive } = serverMessages.use().storage
  const { said, isBusy, store } = useStore(props)
  const { setting } = props
  const isOn = (setting.value ?? setting.default ?? 'true') === 'true'
  return (
    <SettingState setting={setting} label={archive}>
      <div class="flex flex-wrap items-center gap-2">
        <Checkbox checked={isOn} disabled={isBusy} onChange={() => void store(isOn ? 'false' : 'true')}>
          {archive}
        </Checkbox>
        <Answer said={said} />
      </div>
    </SettingState>
  )
}

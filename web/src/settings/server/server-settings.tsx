// What an administrator changes of this server, or who may do so.

import { useEffect, useState } from 'preact/hooks'
import type { OwnerAnswer } from '../../../../src/contract/owner.ts'
import type { ProxyTrialResponse, SettingsResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { ErrorPage } from '../../components/error-page.tsx'
import { LoginButton } from '../../components/login-button.tsx'
import { settingsPath, useUpstreamFailure } from '../../components/look.tsx'
import { saveFile } from '../../components/save-file.ts'
import { TextField } from '../../components/text-field.tsx'
import { usePage } from '../../page-context.ts'
import { useAnswer } from '../../use-answer.ts'
import { administrationMessages } from '../administration/messages.ts'
import { AllowListPanel, BanPanel, KeyPanel, SwitchPanel, UsersPanel } from '../administration/panels.tsx'
import { Answer, FileButtons, Question, type Said, Section, SettingForm, useAction } from '../section.tsx'
import { Channels } from './channels-section.tsx'
import { Lists } from './lists-section.tsx'
import { Notifiers } from './notifiers-section.tsx'
import { parseServerFile } from './server-file.ts'
import { serverMessages } from './server-messages.ts'
import { type ControlsProps, SettingSection, useStore } from './setting-section.tsx'
import { StorageSection, storageSettings } from './storage-section.tsx'
import { type ServerSettings as Settings, useServerSettings } from './use-server-settings.ts'

/** A section is there where the server has one of its settings; without any, always. */
const sections = [
  { id: 'access', name: 'REQUIRE_KEY', Controls: Access },
  { id: 'users', names: ['AUTH_USERS'], View: UsersPanel },
  { id: 'proxy', name: 'UPSTREAM_PROXY', Controls: ProxyControls },
  { id: 'channels', name: 'CHANNELS', Controls: Channels },
  { id: 'lists', name: 'LISTS', Controls: Lists },
  { id: 'notifiers', name: 'NOTIFIERS', Controls: Notifiers },
  { id: 'sources', View: SwitchPanel },
  { id: 'storage', names: storageSettings, View: StorageSection },
  { id: 'keys', View: KeyPanel },
  { id: 'addresses', View: AllowListPanel },
  { id: 'bans', View: BanPanel },
  { id: 'file', View: FileSection },
] as const

export function ServerSettings() {
  const messages = serverMessages.use()
  const { settings, error, reload } = useServerSettings()
  const isRefused = error?.kind === 'unauthorized' || error?.kind === 'forbidden'
  const isThere = settings !== undefined
  useEffect(() => {
    // Its section was not there when the address was opened.
    if (isThere) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isThere])
  if (!settings && error && !isRefused) return <ErrorPage error={error} onRetry={reload} />
  return (
    <>
      {(settings || isRefused) && <OwnerSection isAdministrator={!isRefused} />}
      {settings && !isRefused && <Sections settings={settings} />}
      {!settings && !error && (
        <div role="status" aria-busy="true" aria-label={messages.loading} class="h-96 rounded-2xl bg-raised" />
      )}
    </>
  )
}

function Sections({ settings }: { readonly settings: Settings }) {
  const titles = { ...administrationMessages.use(), ...serverMessages.use() }
  const shown = sections.filter((section) => {
    if ('name' in section) return settings.find(section.name)
    return 'names' in section ? section.names.some((name) => settings.find(name)) : true
  })
  return (
    <>
      <nav aria-label={titles.sections} class="-mx-2 flex flex-wrap text-sm font-medium text-accent">
        {shown.map(({ id }) => (
          <a key={id} href={`#${id}`} class="flex min-h-9 items-center rounded-lg px-2 hover:bg-raised">
            {titles[id].title}
          </a>
        ))}
      </nav>
      {shown.map((section) =>
        'Controls' in section ? (
          <SettingSection key={section.id} settings={settings} {...section} />
        ) : (
          <section.View key={section.id} settings={settings} />
        ),
      )}
    </>
  )
}

function Access(props: ControlsProps) {
  const messages = serverMessages.use().access
  const { said, isBusy, store } = useStore(props)
  const isPrivate = props.setting.value === 'true'
  return (
    <div class="flex flex-wrap items-center gap-2">
      <Button
        look={isPrivate ? 'plain' : 'main'}
        disabled={isBusy}
        onClick={() => void store(isPrivate ? 'false' : 'true')}
      >
        {isPrivate ? messages.makePublic : messages.makePrivate}
      </Button>
      <Answer said={said} />
    </div>
  )
}

/** The owner of this server: who it is, how to become it, and who else may change the settings. */
function OwnerSection({ isAdministrator }: { readonly isAdministrator: boolean }) {
  const { owner: messages } = serverMessages.use()
  const { answer } = useAnswer<OwnerAnswer>('/api/v1/owner', { isBackground: true })
  if (!answer) return null
  const { exists, owner, offer } = answer
  const canBecome = owner === null && !exists && offer === 'open'
  if (owner === null && !canBecome && isAdministrator) return null
  const whoMay = exists ? messages.mayChange : messages.mayChangeToken
  return (
    <Section
      id="owner"
      title={messages.title}
      what={owner === null ? (canBecome && messages.none) || whoMay : messages.is(owner)}
    >
      <LoginButton look={owner === null ? 'main' : 'plain'} class="self-start">
        {owner === null ? canBecome && messages.become : messages.account}
      </LoginButton>
    </Section>
  )
}

const path = `${settingsPath}/file`

function FileSection({ settings }: { readonly settings: Settings }) {
  const messages = serverMessages.use().file
  const { api } = usePage()
  const { said, isBusy, run } = useAction()
  const [read, setRead] = useState<Readonly<Record<string, string>>>()
  const download = async () => {
    const file = await api.json<object>(path, { isBackground: true })
    saveFile('trawl-server-settings.json', `${JSON.stringify(file, undefined, 2)}\n`)
    return undefined
  }
  const choose = async (file: File) => {
    const parsed = parseServerFile(await file.text())
    setRead(parsed)
    return parsed === undefined ? { text: messages.wrong, isBad: true } : undefined
  }
  const replace = async () => {
    settings.replace(await api.post<SettingsResponse>(path, { settings: read }, { isBackground: true }))
    setRead(undefined)
    return { text: messages.done }
  }
  return (
    <Section id="file" title={messages.title} what={messages.what}>
      <FileButtons
        messages={messages}
        isBusy={isBusy}
        onExport={() => void run(download)}
        onFile={(file) => void run(() => choose(file))}
      >
        <Answer said={said} />
      </FileButtons>
      {read && (
        <Question
          text={messages.question(Object.keys(read).join(', ') || messages.nothing)}
          yes={messages.replace}
          no={messages.keep}
          isBusy={isBusy}
          onAnswer={(isYes) => (isYes ? void run(replace) : setRead(undefined))}
        />
      )}
    </Section>
  )
}

function ProxyControls(props: ControlsProps) {
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
  const buttons = (
    <>
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
    </>
  )
  return (
    <SettingForm said={said} onSubmit={() => save(text)} buttons={buttons}>
      <TextField
        label={messages.proxy.address}
        value={shown}
        placeholder="http://192.168.1.2:7890"
        autoComplete="off"
        onInput={setTyped}
      />
    </SettingForm>
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

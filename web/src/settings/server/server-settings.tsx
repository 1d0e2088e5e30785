// What an administrator changes of this server, or who may do so.

import { useEffect, useState } from 'preact/hooks'
import type { OwnerAnswer } from '../../../../src/contract/owner.ts'
import type { SettingsResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { ErrorPage } from '../../components/error-page.tsx'
import { LoginButton } from '../../components/login-button.tsx'
import { saveFile } from '../../components/save-file.ts'
import { usePage } from '../../page-context.ts'
import { useAnswer } from '../../use-answer.ts'
import { administrationMessages } from '../administration/messages.ts'
import { AllowListPanel, BanPanel, KeyPanel, SwitchPanel, UsersPanel } from '../administration/panels.tsx'
import { Answer, FileButtons, Section, useAction } from '../section.tsx'
import { Channels } from './channels-section.tsx'
import { Lists } from './lists-section.tsx'
import { Notifiers } from './notifiers-section.tsx'
import { ProxyControls } from './proxy-section.tsx'
import { parseServerFile } from './server-file.ts'
import { serverMessages } from './server-messages.ts'
import { type ControlsProps, SettingSection, useStore } from './setting-section.tsx'
import { StorageSection, storageSettings } from './storage-section.tsx'
import { type ServerSettings as Settings, settingsPath, useServerSettings } from './use-server-settings.ts'

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
        <div role="status" class="flex flex-col gap-2 rounded-lg bg-wash p-3 text-sm">
          <p class="break-words">{messages.question(Object.keys(read).join(', ') || messages.nothing)}</p>
          <div class="flex gap-2">
            <Button look="main" disabled={isBusy} onClick={() => void run(replace)}>
              {messages.replace}
            </Button>
            <Button onClick={() => setRead(undefined)}>{messages.keep}</Button>
          </div>
        </div>
      )}
    </Section>
  )
}

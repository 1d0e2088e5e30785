// What an administrator changes of this server, or who may do so.

import { Download, Upload } from 'lucide-preact'
import type { FunctionComponent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { OwnerAnswer } from '../../../../src/contract/owner.ts'
import type { SettingsResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { ErrorPage } from '../../components/error-page.tsx'
import { LoginButton } from '../../components/login-button.tsx'
import { usePage } from '../../page-context.ts'
import { useAnswer } from '../../use-answer.ts'
import { AdminPanel } from '../administration/admin-panel.tsx'
import { administrationMessages } from '../administration/messages.ts'
import { AllowListPanel, BanPanel, KeyPanel, SwitchPanel } from '../administration/panels.tsx'
import { saveFile } from '../save-file.ts'
import { Answer, Section, useAction } from '../section.tsx'
import { ChannelsSection } from './channels-section.tsx'
import { ListsSection } from './lists-section.tsx'
import { NotifiersSection } from './notifiers-section.tsx'
import { ProxySection } from './proxy-section.tsx'
import { parseServerFile } from './server-file.ts'
import { serverMessages } from './server-messages.ts'
import { SettingSection } from './setting-section.tsx'
import { StorageSection, storageSettings } from './storage-section.tsx'
import { type ServerSettings as Settings, settingsPath, useServerSettings } from './use-server-settings.ts'

interface ServerSection {
  readonly id: string
  /** It is there where the server has one of these settings; undefined: always. */
  readonly names?: readonly string[]
  readonly title: (messages: ReturnType<typeof useTitles>) => string
  readonly View: FunctionComponent<{ readonly settings: Settings }>
}

const sections: readonly ServerSection[] = [
  { id: 'access', names: ['REQUIRE_KEY'], title: ({ access }) => access.title, View: AccessSection },
  { id: 'users', names: ['AUTH_USERS'], title: ({ users }) => users.title, View: UsersSection },
  { id: 'proxy', names: ['UPSTREAM_PROXY'], title: ({ proxy }) => proxy.title, View: ProxySection },
  { id: 'channels', names: ['CHANNELS'], title: ({ channels }) => channels.title, View: ChannelsSection },
  { id: 'lists', names: ['LISTS'], title: ({ lists }) => lists.title, View: ListsSection },
  { id: 'notifiers', names: ['NOTIFIERS'], title: ({ notifiers }) => notifiers.title, View: NotifiersSection },
  { id: 'sources', title: ({ sources }) => sources.title, View: SwitchPanel },
  { id: 'storage', names: storageSettings, title: ({ storage }) => storage.title, View: StorageSection },
  { id: 'keys', title: ({ keys }) => keys.title, View: KeyPanel },
  { id: 'addresses', title: ({ allowList }) => allowList.title, View: AllowListPanel },
  { id: 'bans', title: ({ bans }) => bans.title, View: BanPanel },
  { id: 'file', title: ({ file }) => file.title, View: FileSection },
]

function useTitles() {
  return { ...administrationMessages.use(), ...serverMessages.use() }
}

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
  const titles = useTitles()
  const shown = sections.filter(({ names }) => names?.some((name) => settings.find(name)) ?? true)
  return (
    <>
      <nav aria-label={titles.sections} class="-mx-2 flex flex-wrap text-sm font-medium text-accent">
        {shown.map(({ id, title }) => (
          <a key={id} href={`#${id}`} class="flex min-h-9 items-center rounded-lg px-2 hover:bg-raised">
            {title(titles)}
          </a>
        ))}
      </nav>
      {shown.map(({ id, View }) => (
        <View key={id} settings={settings} />
      ))}
    </>
  )
}

function AccessSection({ settings }: { readonly settings: Settings }) {
  const messages = serverMessages.use().access
  const { said, isBusy, run } = useAction()
  const isPrivate = settings.find('REQUIRE_KEY')?.value === 'true'
  return (
    <SettingSection
      settings={settings}
      name="REQUIRE_KEY"
      id="access"
      title={messages.title}
      what={isPrivate ? messages.isPrivate : messages.isPublic}
    >
      {({ name }) => (
        <div class="flex flex-wrap items-center gap-2">
          <Button
            look={isPrivate ? 'plain' : 'main'}
            disabled={isBusy}
            onClick={() => void run(() => settings.change(name, isPrivate ? 'false' : 'true'))}
          >
            {isPrivate ? messages.makePublic : messages.makePrivate}
          </Button>
          <Answer said={said} />
        </div>
      )}
    </SettingSection>
  )
}

interface UsersAnswer {
  readonly users: readonly { readonly name: string; readonly from: 'settings' | 'api' }[]
}

function UsersSection({ settings }: { readonly settings: Settings }) {
  const messages = serverMessages.use()
  if (!settings.find('AUTH_USERS')) return null
  const { users } = messages
  return (
    <AdminPanel<UsersAnswer>
      id="users"
      path="/api/v1/security/users"
      title={users.title}
      explain={() => users.what}
      entriesOf={(answer) =>
        answer.users.map(({ name, from }) => ({
          name,
          detail: from === 'settings' ? users.fromSettings : undefined,
          action:
            from === 'api'
              ? { text: messages.remove, label: messages.removeOne(name), change: { query: { username: name } } }
              : undefined,
        }))
      }
      fields={[
        { name: 'username', label: users.name },
        { name: 'password', label: users.password, isSecret: true },
      ]}
      buttons={[{ text: messages.add, change: ({ username, password }) => ({ body: { username, password } }) }]}
    />
  )
}

interface OwnerProps {
  /** Whether this reader may change the settings of the server. */
  readonly isAdministrator: boolean
}

function OwnerSection({ isAdministrator }: OwnerProps) {
  const { owner: messages } = serverMessages.use()
  const { answer } = useAnswer<OwnerAnswer>('/api/v1/owner', { isBackground: true })
  if (!answer) return null
  const { exists, owner, offer } = answer
  if (owner !== null)
    return (
      <Section id="owner" title={messages.title} what={messages.is(owner)}>
        <LoginButton class="self-start">{messages.account}</LoginButton>
      </Section>
    )
  if (!exists && offer === 'open')
    return (
      <Section id="owner" title={messages.title} what={messages.none}>
        <LoginButton look="main" class="self-start">
          {messages.become}
        </LoginButton>
      </Section>
    )
  if (isAdministrator) return null
  return (
    <Section id="owner" title={messages.title} what={exists ? messages.mayChange : messages.mayChangeToken}>
      <LoginButton look="main" class="self-start" />
    </Section>
  )
}

const path = `${settingsPath}/file`

function FileSection({ settings }: { readonly settings: Settings }) {
  const messages = serverMessages.use().file
  const { api } = usePage()
  const { said, isBusy, run } = useAction()
  const [read, setRead] = useState<Readonly<Record<string, string>>>()
  const input = useRef<HTMLInputElement>(null)
  const download = async () => {
    const file = await api.json<object>(path, { isBackground: true })
    saveFile('trawl-server-settings.json', `${JSON.stringify(file, undefined, 2)}\n`)
    return undefined
  }
  const choose = async (file: File | undefined) => {
    const parsed = file && parseServerFile(await file.text())
    setRead(parsed)
    return file && !parsed ? { text: messages.wrong, isBad: true } : undefined
  }
  const replace = async () => {
    settings.replace(await api.post<SettingsResponse>(path, { settings: read }, { isBackground: true }))
    setRead(undefined)
    return { text: messages.done }
  }
  return (
    <Section id="file" title={messages.title} what={messages.what}>
      <div class="flex flex-wrap items-center gap-2">
        <Button icon={Download} disabled={isBusy} onClick={() => void run(download)}>
          {messages.export}
        </Button>
        <Button icon={Upload} disabled={isBusy} onClick={() => input.current?.click()}>
          {messages.import}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label={messages.import}
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            void run(() => choose(file))
          }}
        />
        <Answer said={said} />
      </div>
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

// What an administrator changes of this server, or who may do so.
import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { ErrorPage } from '../../components/error-page.tsx'
import { administrationMessages } from '../administration/messages.ts'
import { AllowListPanel, BanPanel, KeyPanel, SwitchPanel } from '../administration/panels.tsx'
import { AccessSection, UsersSection } from './access-section.tsx'
import { ChannelsSection } from './channels-section.tsx'
import { FileSection } from './file-section.tsx'
import { ListsSection } from './lists-section.tsx'
import { NotifiersSection } from './notifiers-section.tsx'
import { OwnerSection } from './owner-section.tsx'
import { ProxySection } from './proxy-section.tsx'
import { serverMessages } from './server-messages.ts'
import { StorageSection, storageSettings } from './storage-section.tsx'
import { type ServerSettings as Settings, useServerSettings } from './use-server-settings.ts'

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

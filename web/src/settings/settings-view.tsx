// The settings: those of this browser, and those of the server.
import { useEffect } from 'preact/hooks'
import { lazyComponent } from '../components/lazy.tsx'
import { useContent } from '../components/use-content.ts'
import { LinkOffer } from './link-offer.tsx'
import { MySettings } from './my-settings.tsx'
import { settingsMessages } from './settings-messages.ts'

/** Most readers may not change them. */
const ServerSettings = lazyComponent(async () => (await import('./server/server-settings.tsx')).ServerSettings)

export function SettingsView() {
  const messages = settingsMessages.use()
  useContent(true)
  useEffect(() => {
    document.title = `${messages.title} - Trawl`
  }, [messages])
  return (
    <div class="mx-auto flex max-w-2xl flex-col gap-4 pt-4">
      <div class="flex items-center justify-between gap-2">
        <h1 class="text-2xl font-bold">{messages.title}</h1>
        <a
          href="#server"
          class="flex min-h-9 items-center rounded-lg px-2 text-sm font-medium text-accent hover:bg-raised"
        >
          {messages.server} ↓
        </a>
      </div>
      <LinkOffer />
      <Group title={messages.mine} what={messages.mineHint} />
      <MySettings />
      <Group id="server" title={messages.server} what={messages.serverHint} />
      <ServerSettings />
    </div>
  )
}

interface GroupProps {
  readonly id?: string
  readonly title: string
  readonly what: string
}

function Group({ id, title, what }: GroupProps) {
  return (
    <div id={id} class="mt-4 scroll-mt-4">
      <h2 class="text-lg font-semibold">{title}</h2>
      <p class="text-sm text-soft">{what}</p>
    </div>
  )
}

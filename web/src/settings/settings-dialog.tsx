// Settings as a file or a QR code, and settings that the address of the page brings.
import { Download, Upload } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { QrCode } from '../components/qr-code.tsx'
import { StarredFeeds } from '../hot/starred-feeds.tsx'
import { usePage, usePreferences } from '../page-context.ts'
import { parseStrings } from '../persistent-signal.ts'
import { urlPrefix } from '../url-prefix.ts'
import { useMessages } from '../use-messages.ts'
import { MutedWordsSection } from './muted-words-section.tsx'
import { SendTargetsSection } from './send-targets-section.tsx'
import {
  formatSettings,
  parseSettings,
  readSettings,
  type SettingName,
  type Settings,
  settingNames,
  writeSettings,
} from './settings-file.ts'
import { fragmentStart, parseFragment, type SettingsLink, toSettingsLink } from './settings-link.ts'
import { settingNameMessages, settingsMessages } from './settings-messages.ts'
import { StoredSettings } from './stored-settings.tsx'

type Parsed = ReturnType<typeof parseSettings>

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages(settingsMessages)
  const [isOffered] = useState(() => location.hash.startsWith(fragmentStart))
  const [parsed, setParsed] = useState<Parsed | undefined>()
  useEffect(() => {
    if (!isOffered) return
    parseFragment(location.hash).then(setParsed, () => undefined)
    // Neither a reload nor a shared address brings them again.
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [isOffered])
  return (
    <Dialog title={isOffered ? messages.offered : messages.title} onClose={onClose}>
      {parsed && <Offer parsed={parsed} onClose={onClose} />}
      {!parsed && !isOffered && <Transfer onParsed={setParsed} />}
    </Dialog>
  )
}

function Transfer({ onParsed }: { readonly onParsed: (parsed: Parsed) => void }) {
  const messages = useMessages(settingsMessages)
  const listOf = useNames()
  const { storage } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const [starred] = useState(() => starredLists(readSettings(storage)))
  const [link, setLink] = useState<SettingsLink | undefined>()
  useEffect(() => {
    toSettingsLink(location.origin + urlPrefix, readSettings(storage)).then(setLink, () => undefined)
  }, [storage])
  const read = async (file: File | undefined) => {
    if (file) onParsed(parseSettings(await file.text()))
  }
  return (
    <div class="flex flex-col gap-4 text-sm">
      <MutedWordsSection />
      <SendTargetsSection />
      <h3 class="-mb-3 font-semibold">{messages.transfer}</h3>
      <p class="text-soft">{messages.what}</p>
      <div class="grid gap-2 sm:grid-cols-2">
        <Button icon={Download} look="main" onClick={() => save(formatSettings(readSettings(storage)))}>
          {messages.export}
        </Button>
        <Button icon={Upload} onClick={() => input.current?.click()}>
          {messages.import}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label={messages.import}
          hidden
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </div>
      <StoredSettings />
      {starred.length > 0 && <StarredFeeds ids={starred} />}
      <section>
        <h3 class="font-semibold">{messages.toPhone}</h3>
        <p class="mt-1 text-soft">{isLocal(location.hostname) ? messages.local : messages.scan}</p>
        <div class="mt-3 aspect-square w-full max-w-72">
          {link && <QrCode text={link.url} label={messages.toPhone} />}
        </div>
        {link && link.left.length > 0 && <p class="mt-2 text-warn">{messages.left(listOf(link.left))}</p>}
      </section>
    </div>
  )
}

/** Asks before it takes settings over, or says why it does not. */
function Offer({ parsed, onClose }: { readonly parsed: Parsed; readonly onClose: () => void }) {
  const messages = useMessages(settingsMessages)
  const names = useMessages(settingNameMessages)
  const listOf = useNames()
  const { storage } = usePage()
  if ('problem' in parsed) {
    const { problem } = parsed
    return (
      <p role="alert" class="text-sm text-bad">
        {problem === 'unknown' ? messages.noFile : messages.wrongValue(names[problem.name])}
      </p>
    )
  }
  const given = settingNames.filter((name) => parsed.settings[name] !== undefined)
  if (given.length === 0) return <p class="text-sm">{messages.empty}</p>
  const accept = () => {
    writeSettings(storage, parsed.settings)
    // Every part of the page reads its settings at the start.
    location.reload()
  }
  return (
    <div class="flex flex-col gap-4 text-sm">
      <p>{messages.offer(listOf(given))}</p>
      <div class="flex gap-2">
        <Button look="main" onClick={accept}>
          {messages.accept}
        </Button>
        <Button onClick={onClose}>{messages.refuse}</Button>
      </div>
    </div>
  )
}

/** Returns a function that lists settings by name. */
function useNames(): (names: readonly SettingName[]) => string {
  const texts = useMessages(settingNameMessages)
  const language = usePreferences().language.value
  return (names) => names.map((name) => texts[name]).join(language === 'zh' ? '、' : ', ')
}

function starredLists({ 'hot.layout': layout }: Settings): readonly string[] {
  const starred = typeof layout === 'object' && layout && 'starred' in layout ? layout.starred : undefined
  return parseStrings(starred) ?? []
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

function save(content: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  link.download = 'trawl-settings.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

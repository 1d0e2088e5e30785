// The settings of this browser as a file, and as a QR code for a phone.
import { Download, Upload } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { usePage } from '../page-context.ts'
import { parseStrings } from '../persistent-signal.ts'
import { Offer } from './link-offer.tsx'
import { saveFile } from './save-file.ts'
import { Section } from './section.tsx'
import { formatSettings, parseSettings, readSettings, type Settings } from './settings-file.ts'
import { settingsMessages } from './settings-messages.ts'

// What draws the code is half of this view.
const ToPhone = lazyComponent(async () => (await import('./to-phone.tsx')).ToPhone)
const StarredFeeds = lazyComponent(async () => (await import('../hot/starred-feeds.tsx')).StarredFeeds)

export function TransferSection() {
  const messages = settingsMessages.use()
  const { storage } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const [parsed, setParsed] = useState<ReturnType<typeof parseSettings>>()
  const [starred, setStarred] = useState<readonly string[]>([])
  useEffect(() => setStarred(starredLists(readSettings(storage))), [storage])
  const read = async (file: File | undefined) => {
    if (file) setParsed(parseSettings(await file.text()))
  }
  return (
    <Section id="transfer" title={messages.transfer} what={messages.what}>
      <div class="flex flex-wrap gap-2">
        <Button icon={Download} onClick={() => saveFile('trawl-settings.json', formatSettings(readSettings(storage)))}>
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
      {parsed && <Offer parsed={parsed} onClose={() => setParsed(undefined)} />}
      {starred.length > 0 && <StarredFeeds ids={starred} />}
      <ToPhone />
    </Section>
  )
}

function starredLists({ 'hot.layout': layout }: Settings): readonly string[] {
  const starred = typeof layout === 'object' && layout && 'starred' in layout ? layout.starred : undefined
  return parseStrings(starred) ?? []
}

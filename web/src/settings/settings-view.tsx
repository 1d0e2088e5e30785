// The settings: those of this browser, and those of the server.

import { X } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { AddField } from '../components/add-field.tsx'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/checkboxes.tsx'
import { CloudCheckboxes } from '../components/cloud-checkboxes.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { saveFile } from '../components/save-file.ts'
import { useContent } from '../components/use-content.ts'
import { frameMessages } from '../frame-messages.ts'
import { languages } from '../languages.ts'
import { addMutedWords, maxMutedWordLength, maxMutedWords } from '../muted/add-muted-words.ts'
import { themes, usePage, usePreferences } from '../page-context.ts'
import { parseStrings } from '../persistent-signal.ts'
import { useMyClouds } from '../search/works/my-clouds.ts'
import { LinkOffer, Offer } from './link-offer.tsx'
import { FileButtons, Section } from './section.tsx'
import { SendTargetsSection } from './send-targets-section.tsx'
import { formatSettings, parseSettings, readSettings, type Settings } from './settings-file.ts'
import { settingsMessages } from './settings-messages.ts'
import { StoredSettings } from './stored-settings.tsx'

/** Most readers may not change them. */
const ServerSettings = lazyComponent(async () => (await import('./server/server-settings.tsx')).ServerSettings)

export function SettingsView() {
  const messages = settingsMessages.use()
  useContent(true)
  useEffect(() => {
    document.title = `${messages.title} - Trawl`
  }, [messages])
  return (
    <div class="flex max-w-2xl flex-col gap-4 pt-4">
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

function MySettings() {
  const messages = settingsMessages.use()
  return (
    <>
      <Looks />
      <MyClouds />
      <SendTargetsSection />
      <MutedWordsSection />
      <Section title={messages.elsewhere} what={messages.elsewhereHint}>
        <div class="flex flex-wrap gap-x-4 gap-y-1 text-sm font-medium text-accent">
          <a class="py-2 hover:underline" href="/watched">
            {messages.toWatched}
          </a>
          <a class="py-2 hover:underline" href="/hot?topic=all">
            {messages.toBoard}
          </a>
        </div>
      </Section>
      <StoredSettings />
      <TransferSection />
    </>
  )
}

function Looks() {
  const messages = settingsMessages.use()
  const frame = frameMessages.use()
  const { theme, language } = usePreferences()
  return (
    <Section id="looks" title={messages.looks}>
      <fieldset aria-label={frame.theme} class="flex flex-wrap gap-2">
        {themes.map((name) => (
          <Button key={name} aria-pressed={name === theme.value} onClick={() => theme.set(name)}>
            {frame.themes[name]}
          </Button>
        ))}
      </fieldset>
      <fieldset aria-label={messages.language} class="flex flex-wrap gap-2">
        {languages.map((name) => (
          <Button key={name} aria-pressed={name === language.value} onClick={() => language.set(name)}>
            {messages.languages[name]}
          </Button>
        ))}
      </fieldset>
    </Section>
  )
}

function MyClouds() {
  const messages = settingsMessages.use()
  const { clouds, isOnly } = useMyClouds()
  return (
    <Section id="clouds" title={messages.clouds} what={messages.cloudsHint}>
      <CloudCheckboxes chosen={clouds.value} onChange={clouds.set} />
      <Checkbox class="border-t border-line pt-2" checked={isOnly.value} onChange={() => isOnly.set(!isOnly.value)}>
        {messages.onlyMine}
      </Checkbox>
    </Section>
  )
}

function MutedWordsSection() {
  const messages = settingsMessages.use().muted
  const { muted } = usePreferences()
  const words = muted.value
  const add = (typed: string) => {
    const added = addMutedWords(words, typed)
    if (added === 'tooLong') return { left: typed, problem: messages.tooLong(maxMutedWordLength) }
    if (added === 'tooMany') return { left: typed, problem: messages.tooMany(maxMutedWords) }
    muted.set(added)
    return undefined
  }
  return (
    <Section id="muted" title={messages.title} what={messages.what}>
      {words.length > 0 && (
        <ul aria-label={messages.title} class="flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} class="min-w-0">
              <Button
                icon={X}
                class="max-w-full break-all"
                aria-label={messages.remove(word)}
                onClick={() => muted.set(words.filter((other) => other !== word))}
              >
                {word}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddField label={messages.label} submit={messages.add} onAdd={add} />
    </Section>
  )
}

// What draws the code is half of this view.
const ToPhone = lazyComponent(async () => (await import('./to-phone.tsx')).ToPhone)
const StarredFeeds = lazyComponent(async () => (await import('../hot/starred-feeds.tsx')).StarredFeeds)

function TransferSection() {
  const messages = settingsMessages.use()
  const { storage } = usePage()
  const [parsed, setParsed] = useState<ReturnType<typeof parseSettings>>()
  const [starred, setStarred] = useState<readonly string[]>([])
  useEffect(() => setStarred(starredLists(readSettings(storage))), [storage])
  const read = async (file: File) => setParsed(parseSettings(await file.text()))
  return (
    <Section id="transfer" title={messages.transfer} what={messages.what}>
      <FileButtons
        messages={messages}
        onExport={() => saveFile('trawl-settings.json', formatSettings(readSettings(storage)))}
        onFile={(file) => void read(file)}
      />
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

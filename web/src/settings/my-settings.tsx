// The settings of this browser.
import { Button } from '../components/button.tsx'
import { CloudCheckboxes } from '../components/cloud-checkboxes.tsx'
import { frameMessages } from '../frame-messages.ts'
import { languages } from '../languages.ts'
import { themes, usePreferences } from '../page-context.ts'
import { useMyClouds } from '../search/works/my-clouds.ts'
import { MutedWordsSection } from './muted-words-section.tsx'
import { Section } from './section.tsx'
import { SendTargetsSection } from './send-targets-section.tsx'
import { settingsMessages } from './settings-messages.ts'
import { StoredSettings } from './stored-settings.tsx'
import { TransferSection } from './transfer-section.tsx'

export function MySettings() {
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
      <label class="flex min-h-9 items-center gap-2 border-t border-line pt-2 text-sm">
        <input
          type="checkbox"
          class="size-4 accent-accent"
          checked={isOnly.value}
          onChange={() => isOnly.set(!isOnly.value)}
        />
        {messages.onlyMine}
      </label>
    </Section>
  )
}

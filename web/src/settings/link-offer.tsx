// Settings that the address of the page brings, or a file: taken over after a question.
import { useEffect, useState } from 'preact/hooks'
import { Problem } from '../components/problem.tsx'
import { usePage, usePreferences } from '../page-context.ts'
import { Question, Section } from './section.tsx'
import { type parseSettings, type SettingName, settingNames, writeSettings } from './settings-file.ts'
import { fragmentStart, parseFragment } from './settings-link.ts'
import { settingNameMessages, settingsMessages } from './settings-messages.ts'

type Parsed = ReturnType<typeof parseSettings>

/** Renders nothing where the address brings none. */
export function LinkOffer() {
  const { offered } = settingsMessages.use()
  const [parsed, setParsed] = useState<Parsed>()
  useEffect(() => {
    const { hash } = location
    if (!hash.startsWith(fragmentStart)) return
    parseFragment(hash).then(setParsed, () => undefined)
    // Neither a reload nor a shared address brings them again.
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  return (
    parsed && (
      <Section title={offered}>
        <Offer parsed={parsed} onClose={() => setParsed(undefined)} />
      </Section>
    )
  )
}

/** Asks before it takes settings over, or says why it does not. */
export function Offer({ parsed, onClose }: { readonly parsed: Parsed; readonly onClose: () => void }) {
  const messages = settingsMessages.use()
  const names = settingNameMessages.use()
  const listOf = useNames()
  const { storage } = usePage()
  if ('problem' in parsed) {
    const { problem } = parsed
    return <Problem text={problem === 'unknown' ? messages.noFile : messages.wrongValue(names[problem.name])} />
  }
  const given = settingNames.filter((name) => parsed.settings[name] !== undefined)
  if (given.length === 0) return <p class="text-sm">{messages.empty}</p>
  const answer = (isYes: boolean) => {
    if (!isYes) return onClose()
    writeSettings(storage, parsed.settings)
    // Every part of the page reads its settings at the start.
    location.reload()
  }
  return <Question text={messages.offer(listOf(given))} yes={messages.accept} no={messages.refuse} onAnswer={answer} />
}

/** Returns a function that lists settings by name. */
export function useNames(): (names: readonly SettingName[]) => string {
  const texts = settingNameMessages.use()
  const language = usePreferences().language.value
  return (names) => names.map((name) => texts[name]).join(language === 'zh' ? '、' : ', ')
}

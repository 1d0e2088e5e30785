// Feeds and lists of one's own: the address of a feed shows its title and first rows before it is added; YAML for all else.
import { useState } from 'preact/hooks'
import type { FeedLookResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import {
  asYaml,
  type DeclaredEntry,
  freeId,
  readEntries,
  withEntry,
  withoutEntry,
} from '../../components/declared-entries.ts'
import { FeedLook, useLook } from '../../components/look.tsx'
import { TextField } from '../../components/text-field.tsx'
import { type Row, Rows, type Said, SettingForm } from '../section.tsx'
import { feedId } from './feed-id.ts'
import { serverMessages } from './server-messages.ts'
import { type ControlsProps, lookAfterMs, useStore } from './setting-section.tsx'

export function Lists(props: ControlsProps) {
  const messages = serverMessages.use()
  const { said, isBusy, store } = useStore(props)
  const { value } = props.setting
  const entries = readEntries(value)
  const add = (url: string, title: string) => {
    const entry = { id: freeId(feedId(url), entries), fields: { name: title, feed: url } }
    return store(withEntry(value, entry), messages.lists.added(title))
  }
  const rowOf = (entry: DeclaredEntry): Row => {
    const name = nameOf(entry)
    const actions = (
      <>
        <a
          href={`/hot?list=${encodeURIComponent(entry.id)}`}
          aria-label={messages.lists.openOne(name)}
          class="px-2 py-2 font-medium text-accent hover:underline"
        >
          {messages.lists.open}
        </a>
        <Button
          look="quiet"
          aria-label={messages.removeOne(name)}
          disabled={isBusy}
          onClick={() => void store(withoutEntry(value, entry.id), messages.removed)}
        >
          {messages.remove}
        </Button>
      </>
    )
    return { id: entry.id, name, detail: addressOf(entry), actions }
  }
  return (
    <>
      <AddFeed said={said} isBusy={isBusy} onAdd={add} />
      <Rows label={messages.lists.title} rows={entries.map(rowOf)} />
      <YamlEditor {...props} />
    </>
  )
}

function nameOf({ id, fields }: DeclaredEntry): string {
  return [fields.name ?? id, fields.subtitle].filter(Boolean).join(' · ')
}

function addressOf({ fields }: DeclaredEntry): string | undefined {
  return fields.feed ?? fields.json ?? fields.page
}

interface AddProps {
  readonly said: Said | undefined
  readonly isBusy: boolean
  readonly onAdd: (url: string, title: string) => Promise<boolean>
}

function AddFeed({ said, isBusy, onAdd }: AddProps) {
  const messages = serverMessages.use()
  const [typed, setTyped] = useState('')
  const url = URL.parse(typed.trim())
  const address = url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url.href : undefined
  const look = useLook<FeedLookResponse>('feed', address, lookAfterMs)
  const add = async () => {
    if (address !== undefined && (await onAdd(address, look.answer?.title ?? new URL(address).hostname))) setTyped('')
  }
  const button = (
    <Button type="submit" look="main" disabled={isBusy || !look.answer || look.answer.failure !== undefined}>
      {messages.add}
    </Button>
  )
  return (
    <SettingForm said={said} onSubmit={add} buttons={button}>
      <TextField
        label={messages.lists.field}
        value={typed}
        placeholder="https://example.org/feed.xml"
        autoComplete="off"
        onInput={setTyped}
      />
      {address !== undefined && <FeedLook look={look} />}
    </SettingForm>
  )
}

function YamlEditor(props: ControlsProps) {
  const messages = serverMessages.use()
  const { said, isBusy, store } = useStore(props)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? asYaml(props.setting.value)
  const save = async () => {
    if (await store(text.trim() === '' ? null : text)) setTyped(undefined)
  }
  const button = (
    <Button type="submit" disabled={isBusy || typed === undefined}>
      {messages.save}
    </Button>
  )
  return (
    <details class="text-sm">
      <summary class="cursor-pointer pt-2 pb-3 text-accent">{messages.lists.yaml}</summary>
      <SettingForm said={said} onSubmit={save} buttons={button}>
        <p class="text-soft">{messages.lists.yamlHint}</p>
        <textarea
          aria-label="YAML"
          rows={10}
          spellcheck={false}
          autocapitalize="none"
          class="w-full rounded-lg border border-edge bg-card p-3 font-mono text-base text-ink sm:text-sm"
          value={text}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </SettingForm>
    </details>
  )
}

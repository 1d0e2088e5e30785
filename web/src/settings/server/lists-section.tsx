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
import { TextField } from '../../components/text-field.tsx'
import { Answer, Rows, type Said, useFailure, useUpstreamFailure } from '../section.tsx'
import { feedId } from './feed-id.ts'
import { serverMessages } from './server-messages.ts'
import { type ControlsProps, useStore } from './setting-section.tsx'
import { useLook } from './use-server-settings.ts'

export function Lists(props: ControlsProps) {
  const messages = serverMessages.use()
  const { said, isBusy, store } = useStore(props)
  const { value } = props.setting
  const entries = readEntries(value)
  const add = (url: string, title: string) => {
    const entry = { id: freeId(feedId(url), entries), fields: { name: title, feed: url } }
    return store(withEntry(value, entry), messages.lists.added(title))
  }
  return (
    <>
      <AddFeed said={said} isBusy={isBusy} onAdd={add} />
      {entries.length > 0 && (
        <Rows
          label={messages.lists.title}
          rows={entries}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          detailOf={addressOf}
          actionsOf={(entry) => (
            <>
              <a
                href={`/hot?list=${encodeURIComponent(entry.id)}`}
                aria-label={messages.lists.openOne(nameOf(entry))}
                class="px-2 py-2 font-medium text-accent hover:underline"
              >
                {messages.lists.open}
              </a>
              <Button
                look="quiet"
                aria-label={messages.removeOne(nameOf(entry))}
                disabled={isBusy}
                onClick={() => void store(withoutEntry(value, entry.id), messages.removed)}
              >
                {messages.remove}
              </Button>
            </>
          )}
        />
      )}
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
  const look = useLook<FeedLookResponse>('feed', address)
  const add = async (event: Event) => {
    event.preventDefault()
    if (address !== undefined && (await onAdd(address, look.answer?.title ?? new URL(address).hostname))) setTyped('')
  }
  return (
    <form class="flex flex-col gap-3" onSubmit={(event) => void add(event)}>
      <TextField
        label={messages.lists.field}
        value={typed}
        placeholder="https://example.org/feed.xml"
        autoComplete="off"
        onInput={setTyped}
      />
      {address !== undefined && <FeedLook look={look} />}
      <div class="flex flex-wrap items-center gap-2">
        <Button type="submit" look="main" disabled={isBusy || !look.answer || look.answer.failure !== undefined}>
          {messages.add}
        </Button>
        <Answer said={said} />
      </div>
    </form>
  )
}

function FeedLook({ look }: { readonly look: ReturnType<typeof useLook<FeedLookResponse>> }) {
  const { lists: messages } = serverMessages.use()
  const failureOf = useFailure()
  const upstreamFailureOf = useUpstreamFailure()
  const failure = look.answer?.failure
  const problem = look.error ? failureOf(look.error) : failure && upstreamFailureOf(failure)
  if (problem !== undefined)
    return (
      <p role="status" class="text-sm break-words text-bad">
        {messages.unreadable(problem)}
      </p>
    )
  if (!look.answer)
    return (
      <p role="status" class="text-sm text-soft">
        {messages.looking}
      </p>
    )
  const { title, items, total } = look.answer
  return (
    <div role="status" class="rounded-lg bg-raised px-3 py-2 text-sm">
      <p class="text-soft">
        <span class="font-medium text-ink">{title}</span> {messages.rows(total)}
      </p>
      <ul class="mt-1 list-inside list-disc">
        {items.map((item) => (
          <li key={item.url} class="truncate">
            {item.title}
          </li>
        ))}
      </ul>
    </div>
  )
}

function YamlEditor(props: ControlsProps) {
  const messages = serverMessages.use()
  const { said, isBusy, store } = useStore(props)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? asYaml(props.setting.value)
  const save = async (event: Event) => {
    event.preventDefault()
    if (await store(text.trim() === '' ? null : text)) setTyped(undefined)
  }
  return (
    <details class="text-sm">
      <summary class="cursor-pointer py-2 text-accent">{messages.lists.yaml}</summary>
      <form class="flex flex-col gap-3 pt-1" onSubmit={(event) => void save(event)}>
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
        <div class="flex flex-wrap items-center gap-2">
          <Button type="submit" disabled={isBusy || typed === undefined}>
            {messages.save}
          </Button>
          <Answer said={said} />
        </div>
      </form>
    </details>
  )
}

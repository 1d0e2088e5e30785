// The notifiers: the address says of which service it is; a test, and those that are stored.

import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { type DeclaredEntry, freeId, readEntries, withEntry, withoutEntry } from '../../components/declared-entries.ts'
import { Select } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'
import { usePage } from '../../page-context.ts'
import { Answer, Rows, type Said, useAction } from '../section.tsx'
import {
  describeNotifier,
  extraFields,
  type NotifierFields,
  type NotifierKind,
  type Recognised,
  recogniseNotifier,
  selfHostedKinds,
} from './notifier-address.ts'
import { serverMessages } from './server-messages.ts'
import { SettingSection } from './setting-section.tsx'
import { type ServerSettings, type Setting, settingsPath } from './use-server-settings.ts'

export function NotifiersSection({ settings }: { readonly settings: ServerSettings }) {
  const { title, what } = serverMessages.use().notifiers
  return (
    <SettingSection settings={settings} name="NOTIFIERS" id="notifiers" title={title} what={what}>
      {(setting) => <Notifiers setting={setting} onChange={settings.change} />}
    </SettingSection>
  )
}

interface NotifiersProps {
  readonly setting: Setting
  readonly onChange: ServerSettings['change']
}

function Notifiers({ setting: { name: setting, value }, onChange }: NotifiersProps) {
  const messages = serverMessages.use()
  const { said, isBusy, run } = useAction()
  const sendTest = useNotifierTest()
  const entries = readEntries(value)
  const add = async (kind: string, fields: NotifierFields): Promise<Said> => {
    const id = freeId(kind, entries)
    const outcome = await onChange(setting, withEntry(value, { id, fields }))
    return outcome.isBad ? outcome : { text: messages.notifiers.added(id) }
  }
  return (
    <>
      <AddNotifier onTest={sendTest} onAdd={add} />
      {entries.length > 0 && (
        <Rows
          label={messages.notifiers.title}
          rows={entries}
          keyOf={({ id }) => id}
          nameOf={({ id }) => id}
          detailOf={({ fields }) => <Detail fields={fields} />}
          actionsOf={({ id, fields }: DeclaredEntry) => (
            <>
              <Button
                look="quiet"
                aria-label={messages.notifiers.testOne(id)}
                disabled={isBusy}
                onClick={() => void run(() => sendTest(fields))}
              >
                {messages.notifiers.test}
              </Button>
              <Button
                look="quiet"
                aria-label={messages.removeOne(id)}
                disabled={isBusy}
                onClick={() => void run(() => onChange(setting, withoutEntry(value, id)))}
              >
                {messages.remove}
              </Button>
            </>
          )}
        />
      )}
      <Answer said={said} />
    </>
  )
}

function Detail({ fields }: { readonly fields: NotifierFields }) {
  const { kinds, isShared, other } = serverMessages.use().notifiers
  const described = describeNotifier(fields)
  const parts = described ? [kinds[described.kind], described.host] : [other]
  return <>{[...parts, fields.shared === 'true' && isShared].filter(Boolean).join(' · ')}</>
}

function useNotifierTest(): (fields: NotifierFields) => Promise<Said> {
  const { api } = usePage()
  const messages = serverMessages.use().notifiers
  return async (notifier) => {
    const path = `${settingsPath}/try-notifier`
    const { ok, message = '' } = await api.post<{ ok: boolean; message?: string }>(
      path,
      { notifier },
      { isBackground: true },
    )
    return ok ? { text: messages.sent } : { text: messages.notSent(message), isBad: true }
  }
}

interface AddProps {
  readonly onTest: (fields: NotifierFields) => Promise<Said>
  readonly onAdd: (kind: NotifierKind, fields: NotifierFields) => Promise<Said>
}

function AddNotifier({ onTest, onAdd }: AddProps) {
  const messages = serverMessages.use()
  const { said, isBusy, run } = useAction()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<NotifierKind>()
  const [extra, setExtra] = useState('')
  const [isShared, setShared] = useState(false)
  const recognised = recogniseNotifier(typed, chosen)
  const fields = recognised && withExtra(recognised, extra.trim(), isShared)
  const add = async (event: Event) => {
    event.preventDefault()
    if (!recognised || !fields || !(await run(() => onAdd(recognised.kind, fields)))) return
    setTyped('')
    setExtra('')
  }
  return (
    <form class="flex flex-col gap-3" onSubmit={(event) => void add(event)}>
      <TextField
        label={messages.notifiers.field}
        value={typed}
        placeholder="https://api.day.app/…"
        autoComplete="off"
        onInput={setTyped}
      />
      {typed.trim() !== '' && !recognised && <p class="text-sm text-soft">{messages.notifiers.unknown}</p>}
      {recognised && (
        <Details
          recognised={recognised}
          onChoose={setChosen}
          extra={extra}
          onExtra={setExtra}
          isShared={isShared}
          onShare={setShared}
        />
      )}
      <div class="flex flex-wrap items-center gap-2">
        <Button disabled={isBusy || !fields} onClick={() => void (fields && run(() => onTest(fields)))}>
          {messages.notifiers.test}
        </Button>
        <Button type="submit" look="main" disabled={isBusy || !fields}>
          {messages.save}
        </Button>
        <Answer said={said} />
      </div>
    </form>
  )
}

/** The keys to send; undefined while one is missing. */
function withExtra({ kind, fields }: Recognised, extra: string, isShared: boolean): NotifierFields | undefined {
  const field = extraFields[kind]
  const all = field && extra !== '' ? { ...fields, [field.key]: extra } : fields
  if (Object.values(all).includes('')) return undefined
  return isShared ? { ...all, shared: 'true' } : all
}

interface DetailsProps {
  readonly recognised: Recognised
  readonly onChoose: (kind: NotifierKind) => void
  readonly extra: string
  readonly onExtra: (text: string) => void
  readonly isShared: boolean
  readonly onShare: (isShared: boolean) => void
}

function Details({
  recognised: { kind, fields, isCertain },
  onChoose,
  extra,
  onExtra,
  isShared,
  onShare,
}: DetailsProps) {
  const { notifiers: messages } = serverMessages.use()
  const field = extraFields[kind]
  const isAsked = field && (field.isOptional || fields[field.key] === '')
  return (
    <>
      {isCertain ? (
        <p role="status" class="text-sm font-medium">
          {messages.recognised(messages.kinds[kind])}
        </p>
      ) : (
        <div class="flex items-center gap-2 text-sm">
          {messages.kind}
          <Select
            label={messages.kind}
            value={kind}
            options={selfHostedKinds.map((value) => ({ value, label: messages.kinds[value] }))}
            onChoose={(value) => onChoose(selfHostedKinds.find((one) => one === value) ?? kind)}
          />
        </div>
      )}
      {isAsked && field && (
        <TextField label={messages.extra[field.key]} value={extra} autoComplete="off" onInput={onExtra} />
      )}
      <label class="flex min-h-9 items-center gap-2 text-sm">
        <input type="checkbox" class="size-4 accent-accent" checked={isShared} onChange={() => onShare(!isShared)} />
        {messages.shared}
      </label>
    </>
  )
}

// The notifiers: the address says of which service it is; a test, and those that are stored.

import { useState } from 'preact/hooks'
import type { NotifierTrialResponse } from '../../../../src/contract/settings.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkboxes.tsx'
import { type DeclaredEntry, freeId, readEntries, withEntry, withoutEntry } from '../../components/declared-entries.ts'
import { settingsPath } from '../../components/look.tsx'
import { Select } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'
import { usePage } from '../../page-context.ts'
import { Answer, Rows, type Said, SettingForm } from '../section.tsx'
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
import { type ControlsProps, useStore } from './setting-section.tsx'

export function Notifiers(props: ControlsProps) {
  const messages = serverMessages.use()
  const { said, isBusy, run, store } = useStore(props)
  const sendTest = useNotifierTest()
  const { value } = props.setting
  const entries = readEntries(value)
  const rowOf = ({ id, fields }: DeclaredEntry) => {
    const quiet = { look: 'quiet', disabled: isBusy } as const
    const test = () => void run(() => sendTest(fields))
    const actions = (
      <>
        <Button {...quiet} aria-label={messages.notifiers.testOne(id)} onClick={test}>
          {messages.notifiers.test}
        </Button>
        <Button {...quiet} aria-label={messages.removeOne(id)} onClick={() => void store(withoutEntry(value, id))}>
          {messages.remove}
        </Button>
      </>
    )
    return { id, detail: detailOf(fields, messages.notifiers), actions }
  }
  return (
    <>
      <AddNotifier {...props} entries={entries} onTest={sendTest} />
      <Rows label={messages.notifiers.title} rows={entries.map(rowOf)} />
      <Answer said={said} />
    </>
  )
}

type Words = (typeof serverMessages)['zh']['notifiers']

function detailOf(fields: NotifierFields, { kinds, isShared, other }: Words): string {
  const described = describeNotifier(fields)
  const parts = described ? [kinds[described.kind], described.host] : [other]
  return [...parts, fields.shared === 'true' && isShared].filter(Boolean).join(' · ')
}

function useNotifierTest(): (fields: NotifierFields) => Promise<Said> {
  const { api } = usePage()
  const messages = serverMessages.use().notifiers
  return async (notifier) => {
    const body = { notifier }
    const sent = api.post<NotifierTrialResponse>(`${settingsPath}/try-notifier`, body, { isBackground: true })
    const { ok, message = '' } = await sent
    return ok ? { text: messages.sent } : { text: messages.notSent(message), isBad: true }
  }
}

interface AddProps extends ControlsProps {
  readonly entries: readonly DeclaredEntry[]
  readonly onTest: (fields: NotifierFields) => Promise<Said>
}

/** What the address does not have. */
interface Extra {
  readonly chosen?: NotifierKind
  readonly text: string
  readonly isShared: boolean
}

function AddNotifier({ entries, onTest, ...props }: AddProps) {
  const messages = serverMessages.use()
  const { said, isBusy, run, store } = useStore(props)
  const [typed, setTyped] = useState('')
  const [extra, setExtra] = useState<Extra>({ text: '', isShared: false })
  const recognised = recogniseNotifier(typed, extra.chosen)
  const fields = recognised && withExtra(recognised, extra)
  const add = async () => {
    if (!recognised || !fields) return
    const id = freeId(recognised.kind, entries)
    if (!(await store(withEntry(props.setting.value, { id, fields }), messages.notifiers.added(id)))) return
    setTyped('')
    setExtra({ ...extra, text: '' })
  }
  const buttons = (
    <>
      <Button disabled={isBusy || !fields} onClick={() => void (fields && run(() => onTest(fields)))}>
        {messages.notifiers.test}
      </Button>
      <Button type="submit" look="main" disabled={isBusy || !fields}>
        {messages.save}
      </Button>
    </>
  )
  return (
    <SettingForm said={said} onSubmit={add} buttons={buttons}>
      <TextField
        label={messages.notifiers.field}
        value={typed}
        placeholder="https://api.day.app/…"
        autoComplete="off"
        onInput={setTyped}
      />
      {typed.trim() !== '' && !recognised && <p class="text-sm text-soft">{messages.notifiers.unknown}</p>}
      {recognised && <Details {...recognised} extra={extra} onChange={(part) => setExtra({ ...extra, ...part })} />}
    </SettingForm>
  )
}

/** The keys to send; undefined while one is missing. */
function withExtra({ kind, fields }: Recognised, { text, isShared }: Extra): NotifierFields | undefined {
  const field = extraFields[kind]
  const all = field && text.trim() !== '' ? { ...fields, [field.key]: text.trim() } : fields
  if (Object.values(all).includes('')) return undefined
  return isShared ? { ...all, shared: 'true' } : all
}

interface DetailsProps extends Recognised {
  readonly extra: Extra
  readonly onChange: (part: Partial<Extra>) => void
}

function Details({ kind, fields, isCertain, extra, onChange }: DetailsProps) {
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
            onChoose={(value) => onChange({ chosen: selfHostedKinds.find((one) => one === value) ?? kind })}
          />
        </div>
      )}
      {isAsked && field && (
        <TextField
          label={messages.extra[field.key]}
          value={extra.text}
          autoComplete="off"
          onInput={(text) => onChange({ text })}
        />
      )}
      <Checkbox checked={extra.isShared} onChange={() => onChange({ isShared: !extra.isShared })}>
        {messages.shared}
      </Checkbox>
    </>
  )
}

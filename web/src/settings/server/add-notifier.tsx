// The form that adds a notifier by its address.
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/select.tsx'
import { TextField } from '../../components/text-field.tsx'
import { Answer, type Said, useAction } from '../section.tsx'
import {
  extraFields,
  type NotifierFields,
  type NotifierKind,
  type Recognised,
  recogniseNotifier,
  selfHostedKinds,
} from './notifier-address.ts'
import { serverMessages } from './server-messages.ts'

interface AddProps {
  readonly onTest: (fields: NotifierFields) => Promise<Said>
  readonly onAdd: (kind: NotifierKind, fields: NotifierFields) => Promise<Said>
}

export function AddNotifier({ onTest, onAdd }: AddProps) {
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

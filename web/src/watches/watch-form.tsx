// Form of a watch: a new one, or one that is edited.
import { useState } from 'preact/hooks'
import type { WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { TextField } from '../components/text-field.tsx'
import { useMessages } from '../use-messages.ts'
import { Choices } from './choices.tsx'
import { watchMessages } from './messages.ts'
import type { WatchChanges, WatchFields } from './use-watch-changes.ts'

/** Few watches need more than words and places. */
const MoreFields = lazyComponent(async () => (await import('./more-fields.tsx')).MoreFields, LoadErrorToast)

interface FormProps {
  /** The watch that is edited; undefined for a new one. */
  readonly edited: WatchRecord | undefined
  readonly notifiers: readonly string[]
  readonly changes: WatchChanges
  /** Runs when it was saved or cancelled. */
  readonly onClose: () => void
  /** Whether there is something to return to. */
  readonly isCancelable: boolean
}

const places = ['lists', 'archive', 'search'] as const
const newWatch: WatchFields = {
  words: '',
  in: ['lists'],
  every: 3_600,
  notify: [],
  maxPerHour: 12,
  digest: 0,
  muted: [],
}

function fieldsOf({ name: _name, from: _from, editable: _editable, hasFeedToken: _has, ...fields }: WatchRecord) {
  return fields
}

export function WatchForm({ edited, notifiers, changes, onClose, isCancelable }: FormProps) {
  const messages = useMessages(watchMessages)
  const [name, setName] = useState(edited?.name ?? '')
  const [fields, setFields] = useState<WatchFields>(edited ? fieldsOf(edited) : newWatch)
  const [isMoreOpen, setMoreOpen] = useState(false)
  const change = (changed: Partial<WatchFields>) => setFields({ ...fields, ...changed })
  const isComplete = name.trim() !== '' && fields.words.trim() !== '' && fields.in.length > 0
  const send = async (event: Event) => {
    event.preventDefault()
    const quietHours = fields.quietHours?.trim() || undefined
    if (await changes.put(name.trim(), { ...fields, words: fields.words.trim(), quietHours })) onClose()
  }
  return (
    <form
      aria-label={edited ? messages.editOf(edited.name) : messages.add}
      class="flex flex-col gap-3"
      onSubmit={(event) => void send(event)}
    >
      {!edited && <TextField label={messages.name} value={name} onInput={setName} autoComplete="off" />}
      <TextField
        label={`${messages.words} (${messages.wordsHint})`}
        value={fields.words}
        onInput={(words) => change({ words })}
        autoComplete="off"
      />
      <Choices
        legend={messages.places}
        options={places}
        names={messages.place}
        chosen={fields.in}
        onChange={(chosen) => change({ in: chosen })}
      />
      {notifiers.length > 0 && (
        <Choices
          legend={messages.notify}
          options={notifiers}
          chosen={fields.notify}
          onChange={(notify) => change({ notify })}
        />
      )}
      <details onToggle={({ currentTarget }) => setMoreOpen(currentTarget.open)}>
        <summary class="text-sm leading-9 text-accent">{messages.more}</summary>
        {isMoreOpen && <MoreFields fields={fields} onChange={change} />}
      </details>
      <div class="flex gap-2">
        <Button type="submit" look="main" disabled={changes.isSending || !isComplete} class="min-h-10">
          {edited ? messages.save : messages.add}
        </Button>
        {isCancelable && <Button onClick={onClose}>{messages.cancel}</Button>}
      </div>
    </form>
  )
}

// Form of a watch: a new one, perhaps filled in, or one that is edited. One line has what most watches need: words, where to look, and who is told.
import { useState } from 'preact/hooks'
import type { WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { LoadErrorToast, lazyComponent } from '../components/lazy.tsx'
import { TextField } from '../components/text-field.tsx'
import type { WatchOffer } from '../page-context.ts'
import { Choices } from './choices.tsx'
import { watchMessages } from './messages.ts'
import type { WatchChanges, WatchFields } from './use-watch-changes.ts'
import { nameForWords } from './watch-name.ts'

/** Few watches need more than words and places. */
const MoreFields = lazyComponent(async () => (await import('./more-fields.tsx')).MoreFields, LoadErrorToast)

interface FormProps {
  /** The watch that is edited; undefined for a new one. */
  readonly edited: WatchRecord | undefined
  /** What a new one has at first. */
  readonly offer?: WatchOffer | undefined
  /** The names of all watches. */
  readonly taken: readonly string[]
  readonly notifiers: readonly string[]
  readonly changes: WatchChanges
  /** Runs when it was saved or cancelled. */
  readonly onClose: (savedName?: string) => void
  /** Whether there is something to return to. */
  readonly isCancelable: boolean
}

function newWatch({ label: _label, name: _name, ...offered }: Partial<WatchOffer>, notifiers: readonly string[]) {
  const defaults: WatchFields = {
    ...{ words: '', in: ['lists'], every: 3_600, maxPerHour: 12, digest: 0, muted: [] },
    // Who has set up one way to be told means it.
    notify: notifiers.length === 1 ? [...notifiers] : [],
  }
  return { ...defaults, ...offered }
}

function fieldsOf({ name: _name, from: _from, editable: _editable, hasFeedToken: _has, ...fields }: WatchRecord) {
  return fields
}

export function WatchForm({ edited, offer, taken, notifiers, changes, onClose, isCancelable }: FormProps) {
  const messages = watchMessages.use()
  const [name, setName] = useState(offer?.name ?? '')
  const [fields, setFields] = useState<WatchFields>(() =>
    edited ? fieldsOf(edited) : newWatch(offer ?? {}, notifiers),
  )
  const [isMoreOpen, setMoreOpen] = useState(false)
  const change = (changed: Partial<WatchFields>) => setFields({ ...fields, ...changed })
  const isComplete = fields.words.trim() !== '' && fields.in.length > 0
  const send = async (event: Event) => {
    event.preventDefault()
    const words = fields.words.trim()
    const quietHours = fields.quietHours?.trim() || undefined
    const chosen = edited?.name ?? nameForWords(name.trim() || words, taken)
    if (await changes.put(chosen, { ...fields, words, quietHours })) onClose(chosen)
  }
  return (
    <form
      aria-label={edited ? messages.editOf(edited.name) : messages.add}
      class="flex flex-col gap-3"
      onSubmit={(event) => void send(event)}
    >
      <Line fields={fields} notifiers={notifiers} onChange={change} />
      <details onToggle={({ currentTarget }) => setMoreOpen(currentTarget.open)}>
        <summary class="text-sm leading-9 text-accent">{messages.more}</summary>
        {isMoreOpen && (
          <div class="flex flex-col gap-3">
            {!edited && <TextField label={messages.name} value={name} onInput={setName} autoComplete="off" />}
            <MoreFields fields={fields} onChange={change} />
          </div>
        )}
      </details>
      <div class="flex gap-2">
        <Button type="submit" look="main" disabled={changes.isSending || !isComplete} class="min-h-11!">
          {edited ? messages.save : messages.add}
        </Button>
        {isCancelable && (
          <Button class="min-h-11!" onClick={() => onClose()}>
            {messages.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

interface LineProps {
  readonly fields: WatchFields
  readonly notifiers: readonly string[]
  readonly onChange: (changed: Partial<WatchFields>) => void
}

const places = ['lists', 'drives'] as const
const drives = ['archive', 'search'] as const

/** What is found in drives is found in the archive and by searching; which of them is behind “more”. */
function Line({ fields, notifiers, onChange }: LineProps) {
  const messages = watchMessages.use()
  const ofDrives = drives.filter((place) => fields.in.includes(place))
  const chosen = places.filter((place) => (place === 'lists' ? fields.in.includes('lists') : ofDrives.length > 0))
  const choose = (next: readonly (typeof places)[number][]) => {
    const before = ofDrives.length > 0 ? ofDrives : drives
    onChange({
      in: [...(next.includes('lists') ? (['lists'] as const) : []), ...(next.includes('drives') ? before : [])],
    })
  }
  return (
    <div class="flex flex-wrap items-end gap-x-6 gap-y-2">
      <div class="min-w-64 flex-1">
        <TextField
          label={`${messages.words}${messages.wordsHint}`}
          value={fields.words}
          onInput={(words) => onChange({ words })}
          autoComplete="off"
        />
      </div>
      <Choices
        legend={messages.places}
        options={places}
        names={{ lists: messages.place.lists, drives: messages.drives }}
        chosen={chosen}
        onChange={choose}
      />
      {notifiers.length > 0 && (
        <Choices
          legend={messages.notify}
          options={notifiers}
          chosen={fields.notify}
          onChange={(notify) => onChange({ notify })}
        />
      )}
      <a href="/settings#notifiers" class="inline-flex min-h-9 items-center text-sm text-accent hover:underline">
        {messages.addNotifier}
      </a>
    </div>
  )
}

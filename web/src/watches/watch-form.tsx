// Form of a watch: a new one, or one that is edited. Keys that the form does not show are kept.
import { useState } from 'preact/hooks'
import type { WatchRecord } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { TextField } from '../components/text-field.tsx'
import { Select } from '../status/select.tsx'
import { useMessages } from '../use-messages.ts'
import { watchMessages } from './messages.ts'
import type { WatchChanges, WatchFields } from './use-watch-changes.ts'

interface FormProps {
  /** The watch that is edited; undefined for a new one. */
  readonly edited: WatchRecord | undefined
  readonly notifiers: readonly string[]
  readonly changes: WatchChanges
  readonly onClose: () => void
}

const places = ['lists', 'archive', 'search'] as const
const newWatch: WatchRecord = {
  ...{ name: '', from: 'api', editable: true },
  ...{ words: '', in: ['lists'], every: 3_600, notify: [], maxPerHour: 12, digest: 0, muted: [] },
}

export function WatchForm({ edited, notifiers, changes, onClose }: FormProps) {
  const messages = useMessages(watchMessages)
  const { name: editedName, from: _from, editable: _editable, ...known } = edited ?? newWatch
  const [name, setName] = useState(editedName)
  const [fields, setFields] = useState<WatchFields>(known)
  const change = (changed: Partial<WatchFields>) => setFields({ ...fields, ...changed })
  const isComplete = name.trim() !== '' && fields.words.trim() !== '' && fields.in.length > 0
  const send = async () => {
    const quietHours = fields.quietHours?.trim() || undefined
    if (await changes.put(name.trim(), { ...fields, words: fields.words.trim(), quietHours })) onClose()
  }
  return (
    <form
      aria-label={edited ? messages.editOf(edited.name) : messages.add}
      class="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
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
        labelOf={(place) => messages.place[place]}
        chosen={fields.in}
        onChange={(chosen) => change({ in: chosen })}
      />
      {notifiers.length > 0 && (
        <Choices
          legend={messages.notify}
          options={notifiers}
          labelOf={(notifier) => notifier}
          chosen={fields.notify}
          onChange={(notify) => change({ notify })}
        />
      )}
      <MoreFields fields={fields} onChange={change} />
      <div class="flex gap-2">
        <Button type="submit" look="main" disabled={changes.isSending || !isComplete} class="min-h-10">
          {edited ? messages.save : messages.add}
        </Button>
        <Button onClick={onClose}>{messages.cancel}</Button>
      </div>
    </form>
  )
}

interface ChoicesProps<Option extends string> {
  readonly legend: string
  readonly options: readonly Option[]
  readonly labelOf: (option: Option) => string
  readonly chosen: readonly Option[]
  readonly onChange: (chosen: Option[]) => void
}

function Choices<Option extends string>({ legend, options, labelOf, chosen, onChange }: ChoicesProps<Option>) {
  return (
    <fieldset class="flex flex-wrap gap-x-4">
      <legend class="text-sm text-soft">{legend}</legend>
      {options.map((option) => (
        <label key={option} class="inline-flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            class="size-4 accent-accent"
            checked={chosen.includes(option)}
            onChange={({ currentTarget }) =>
              onChange(options.filter((one) => (one === option ? currentTarget.checked : chosen.includes(one))))
            }
          />
          {labelOf(option)}
        </label>
      ))}
    </fieldset>
  )
}

const intervals = [900, 1_800, 3_600, 6 * 3_600, 24 * 3_600]

interface MoreProps {
  readonly fields: WatchFields
  readonly onChange: (changed: Partial<WatchFields>) => void
}

function MoreFields({ fields: { every, quietHours = '', muted }, onChange }: MoreProps) {
  const messages = useMessages(watchMessages)
  const [mutedText, setMutedText] = useState(muted.join(', '))
  const seconds = intervals.includes(every) ? intervals : [every, ...intervals]
  return (
    <details>
      <summary class="text-sm leading-9 text-accent">{messages.more}</summary>
      <div class="flex flex-col gap-3 pt-1">
        <div class="flex flex-col gap-1 text-sm text-soft">
          <span aria-hidden="true">{messages.every}</span>
          <Select
            label={messages.every}
            value={String(every)}
            options={seconds.map((length) => ({
              value: String(length),
              label: length < 3_600 ? messages.minutes(length / 60) : messages.hours(length / 3_600),
            }))}
            onChoose={(chosen) => onChange({ every: Number(chosen) })}
          />
        </div>
        <TextField
          label={messages.quietHours}
          value={quietHours}
          onInput={(text) => onChange({ quietHours: text })}
          autoComplete="off"
        />
        <TextField
          label={messages.muted}
          value={mutedText}
          onInput={(text) => {
            setMutedText(text)
            onChange({ muted: text.split(/[,，]/).flatMap((word) => word.trim() || []) })
          }}
          autoComplete="off"
        />
      </div>
    </details>
  )
}

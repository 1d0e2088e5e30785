// The fields of a watch that have defaults: which lists, columns and clouds, how often, and when messages are sent.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { cloudTypes } from '../../../src/contract/cloud-types.ts'
import { shortCloudNames } from '../components/cloud-names.ts'
import { Select } from '../components/select.tsx'
import { TextField } from '../components/text-field.tsx'
import { topicNames, topics } from '../components/topics.ts'
import { useMessages } from '../use-messages.ts'
import { Choices } from './choices.tsx'
import { ListPicker } from './list-picker.tsx'
import { watchMessages } from './messages.ts'
import type { WatchFields } from './use-watch-changes.ts'

interface MoreProps {
  readonly fields: WatchFields
  readonly onChange: (changed: Partial<WatchFields>) => void
}

export function MoreFields({ fields, onChange }: MoreProps) {
  return (
    <div class="flex flex-col gap-3 pt-1">
      <WhereFields fields={fields} onChange={onChange} />
      <MutedField fields={fields} onChange={onChange} />
      <MessageFields fields={fields} onChange={onChange} />
    </div>
  )
}

const none = [] as const

/** Nothing chosen means everywhere. */
function orAll<Option>(chosen: readonly Option[]): Option[] | undefined {
  return chosen.length > 0 ? [...chosen] : undefined
}

const searchIntervals = [900, 1_800, 3_600, 6 * 3_600, 24 * 3_600, 7 * 24 * 3_600]

function WhereFields({ fields, onChange }: MoreProps) {
  const messages = useMessages(watchMessages)
  const names = useMessages(topicNames)
  const clouds = useMessages(shortCloudNames)
  const { lists = none, columns = none, every } = fields
  const isOfShares = fields.in.includes('archive') || fields.in.includes('search')
  return (
    <>
      {fields.in.includes('lists') && (
        <>
          <ListPicker chosen={lists} onChange={(chosen) => onChange({ lists: orAll(chosen) })} />
          <Choices
            legend={messages.columns}
            options={topics}
            labelOf={(topic) => names[topic]}
            chosen={columns}
            onChange={(chosen) => onChange({ columns: orAll(chosen) })}
          />
        </>
      )}
      {isOfShares && (
        <Choices
          legend={messages.clouds}
          options={cloudTypes}
          labelOf={(cloud) => clouds[cloud]}
          chosen={fields.clouds ?? none}
          onChange={(chosen) => onChange({ clouds: orAll(chosen) })}
        />
      )}
      {fields.in.includes('search') && (
        <Duration
          label={messages.every}
          seconds={every}
          offered={searchIntervals}
          onChange={(chosen) => onChange({ every: chosen })}
        />
      )}
    </>
  )
}

function MutedField({ fields: { muted }, onChange }: MoreProps) {
  const messages = useMessages(watchMessages)
  const [text, setText] = useState(muted.join(', '))
  const change = (typed: string) => {
    setText(typed)
    onChange({ muted: typed.split(/[,，]/).flatMap((word) => word.trim() || []) })
  }
  return <TextField label={messages.muted} value={text} onInput={change} autoComplete="off" />
}

const digests = [0, 600, 1_800, 3_600, 3 * 3_600, 12 * 3_600, 24 * 3_600]
const limits = [1, 2, 3, 6, 12, 30, 60]

/** When messages are sent. */
function MessageFields({ fields: { quietHours = '', digest, maxPerHour }, onChange }: MoreProps) {
  const messages = useMessages(watchMessages)
  return (
    <>
      <Duration
        label={messages.digest}
        seconds={digest}
        offered={digests}
        onChange={(chosen) => onChange({ digest: chosen })}
      />
      <Labelled label={messages.maxPerHour}>
        <Select
          label={messages.maxPerHour}
          value={String(maxPerHour)}
          options={withOwn(limits, maxPerHour).map((count) => ({ value: String(count), label: String(count) }))}
          onChoose={(chosen) => onChange({ maxPerHour: Number(chosen) })}
        />
      </Labelled>
      <TextField
        label={messages.quietHours}
        value={quietHours}
        onInput={(text) => onChange({ quietHours: text })}
        autoComplete="off"
      />
    </>
  )
}

interface DurationProps {
  readonly label: string
  readonly seconds: number
  readonly offered: readonly number[]
  readonly onChange: (seconds: number) => void
}

function Duration({ label, seconds, offered, onChange }: DurationProps) {
  const { span } = useMessages(watchMessages)
  return (
    <Labelled label={label}>
      <Select
        label={label}
        value={String(seconds)}
        options={withOwn(offered, seconds).map((length) => ({ value: String(length), label: span(length) }))}
        onChoose={(chosen) => onChange(Number(chosen))}
      />
    </Labelled>
  )
}

/** A value that a program declared may not be among those that the form offers. */
function withOwn(offered: readonly number[], own: number): readonly number[] {
  return offered.includes(own) ? offered : [own, ...offered]
}

/** The select has the label for screen readers. */
function Labelled({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="flex flex-col items-start gap-1 text-sm text-soft">
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}

// The fields of a watch that have defaults: which lists, columns and clouds, how often, and when messages are sent.
import { X } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { cloudTypes } from '../../../src/contract/cloud-types.ts'
import type { SourcesAnswer } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { shortCloudNames } from '../components/cloud-names.ts'
import { fullNameOf } from '../components/list-name.tsx'
import { Select } from '../components/select.tsx'
import { TextField } from '../components/text-field.tsx'
import { topicNames, topics } from '../components/topics.ts'
import { useReport } from '../components/use-report.ts'
import { Choices } from './choices.tsx'
import { watchMessages } from './messages.ts'
import type { WatchFields } from './use-watch-changes.ts'

interface MoreProps {
  readonly fields: WatchFields
  readonly onChange: (changed: Partial<WatchFields>) => void
}

/** Nothing chosen means everywhere. */
function orAll<Option>(chosen: readonly Option[]): Option[] | undefined {
  return chosen.length > 0 ? [...chosen] : undefined
}

const none = [] as const
const drives = ['archive', 'search'] as const
const searchIntervals = [900, 1_800, 3_600, 6 * 3_600, 24 * 3_600, 7 * 24 * 3_600]
const digests = [0, 600, 1_800, 3_600, 3 * 3_600, 12 * 3_600, 24 * 3_600]
const limits = [1, 2, 3, 6, 12, 30, 60]

export function MoreFields({ fields, onChange }: MoreProps) {
  const messages = watchMessages.use()
  const choice = (field: 'every' | 'digest' | 'maxPerHour', offered: readonly number[], textOf = messages.span) => (
    <NumberChoice
      label={messages[field]}
      value={fields[field]}
      offered={offered}
      textOf={textOf}
      onChange={(chosen) => onChange({ [field]: chosen })}
    />
  )
  return (
    <div class="flex flex-col gap-3 pt-1">
      <WhereFields fields={fields} onChange={onChange} />
      {fields.in.includes('search') && choice('every', searchIntervals)}
      <MutedField fields={fields} onChange={onChange} />
      {choice('digest', digests)}
      {choice('maxPerHour', limits, String)}
      <TextField
        label={messages.quietHours}
        value={fields.quietHours ?? ''}
        onInput={(quietHours) => onChange({ quietHours })}
        autoComplete="off"
      />
    </div>
  )
}

function WhereFields({ fields, onChange }: MoreProps) {
  const messages = watchMessages.use()
  const [topicTexts, cloudTexts] = [topicNames.use(), shortCloudNames.use()]
  const { in: places, lists = none, columns = none, clouds = none } = fields
  return (
    <>
      {places.includes('lists') && (
        <>
          <ListPicker chosen={lists} onChange={(chosen) => onChange({ lists: orAll(chosen) })} />
          <Choices
            legend={messages.columns}
            options={topics}
            names={topicTexts}
            chosen={columns}
            onChange={(chosen) => onChange({ columns: orAll(chosen) })}
          />
        </>
      )}
      {(places.includes('archive') || places.includes('search')) && (
        <>
          <Choices
            legend={messages.how}
            options={drives}
            names={messages.place}
            chosen={drives.filter((place) => places.includes(place))}
            onChange={(chosen) => onChange({ in: [...places.filter((place) => place === 'lists'), ...chosen] })}
          />
          <Choices
            legend={messages.clouds}
            options={cloudTypes}
            names={cloudTexts}
            chosen={clouds}
            onChange={(chosen) => onChange({ clouds: orAll(chosen) })}
          />
        </>
      )}
    </>
  )
}

/** Limit of the server. */
const maxLists = 10

interface PickerProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** The hot lists that a watch is restricted to: each with a button that removes it, and a select that adds one. */
function ListPicker({ chosen, onChange }: PickerProps) {
  const messages = watchMessages.use()
  const names = topicNames.use()
  const { report } = useReport<SourcesAnswer>('/api/v1/sources', { isPublic: true })
  const lists = (report?.sources ?? []).filter(({ enabled }) => enabled)
  const nameOf = (id: string) => fullNameOf(lists.find((one) => one.id === id) ?? { name: id })
  const add = (id: string) => {
    if (id !== '') onChange([...chosen, id])
  }
  return (
    <fieldset class="flex min-w-0 flex-wrap gap-2">
      <legend class="text-sm text-soft">{messages.lists}</legend>
      {chosen.map((id) => (
        <Button
          key={id}
          icon={X}
          aria-label={messages.removeList(nameOf(id))}
          onClick={() => onChange(chosen.filter((one) => one !== id))}
        >
          {nameOf(id)}
        </Button>
      ))}
      {chosen.length < maxLists && (
        <select
          value=""
          aria-label={messages.addList}
          class="h-10 w-full max-w-full rounded-lg border border-edge bg-card px-2 text-base text-ink"
          onChange={({ currentTarget }) => add(currentTarget.value)}
        >
          <option value="">{messages.addList}</option>
          {topics.map((topic) => (
            <optgroup key={topic} label={names[topic]}>
              {lists
                .filter(({ id, column }) => column === topic && !chosen.includes(id))
                .map((list) => (
                  <option key={list.id} value={list.id}>
                    {fullNameOf(list)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </fieldset>
  )
}

function MutedField({ fields: { muted }, onChange }: MoreProps) {
  const messages = watchMessages.use()
  const [text, setText] = useState(muted.join(', '))
  const change = (typed: string) => {
    setText(typed)
    onChange({ muted: typed.split(/[,，]/).flatMap((word) => word.trim() || []) })
  }
  return <TextField label={messages.muted} value={text} onInput={change} autoComplete="off" />
}

interface NumberProps {
  readonly label: string
  readonly value: number
  readonly offered: readonly number[]
  readonly textOf: (value: number) => string
  readonly onChange: (value: number) => void
}

/** A value that a program declared may not be among those that the form offers. The select has the label for screen readers. */
function NumberChoice({ label, value, offered, textOf, onChange }: NumberProps) {
  const values = offered.includes(value) ? offered : [value, ...offered]
  return (
    <div class="flex flex-col items-start gap-1 text-sm text-soft">
      <span aria-hidden="true">{label}</span>
      <Select
        label={label}
        value={String(value)}
        options={values.map((one) => ({ value: String(one), label: textOf(one) }))}
        onChoose={(chosen) => onChange(Number(chosen))}
      />
    </div>
  )
}

// The hot lists that a watch is restricted to: each with a button that removes it, and a select that adds one.
import { X } from 'lucide-preact'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { fullNameOf } from '../components/list-name.tsx'
import { topicNames, topics } from '../components/topics.ts'
import { useReport } from '../components/use-report.ts'
import { useMessages } from '../use-messages.ts'
import { watchMessages } from './messages.ts'

/** Limit of the server. */
const maxLists = 10

interface PickerProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

export function ListPicker({ chosen, onChange }: PickerProps) {
  const messages = useMessages(watchMessages)
  const { report } = useReport<{ readonly sources: readonly SourceRecord[] }>('/api/v1/sources', { isPublic: true })
  const lists = (report?.sources ?? []).filter(({ enabled }) => enabled)
  const nameOf = (id: string) => {
    const list = lists.find((one) => one.id === id)
    return list ? fullNameOf(list) : id
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
        <AddSelect lists={lists.filter(({ id }) => !chosen.includes(id))} onAdd={(id) => onChange([...chosen, id])} />
      )}
    </fieldset>
  )
}

interface AddProps {
  readonly lists: readonly SourceRecord[]
  readonly onAdd: (id: string) => void
}

function AddSelect({ lists, onAdd }: AddProps) {
  const messages = useMessages(watchMessages)
  const names = useMessages(topicNames)
  return (
    <select
      value=""
      aria-label={messages.addList}
      class="h-10 w-full max-w-full rounded-lg border border-edge bg-card px-2 text-base text-ink"
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') onAdd(currentTarget.value)
      }}
    >
      <option value="">{messages.addList}</option>
      {topics.map((topic) => (
        <optgroup key={topic} label={names[topic]}>
          {lists
            .filter(({ column }) => column === topic)
            .map((list) => (
              <option key={list.id} value={list.id}>
                {fullNameOf(list)}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  )
}

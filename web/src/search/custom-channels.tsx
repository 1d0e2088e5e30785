// Channels added by the user: stored in this browser, offered in every search.
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { TextField } from '../components/text-field.tsx'
import { usePage } from '../page-context.ts'
import { ownChannels } from './own-channels.ts'
import { pickerMessages } from './picker-messages.ts'
import { mergeNames } from './search-url.ts'
import { excludeNames, parseChannelNames } from './source-selection.ts'

const maxChannels = 100

export interface CustomChannels {
  readonly names: readonly string[]
  readonly add: (names: readonly string[]) => void
  readonly remove: (name: string) => void
}

export function useCustomChannels(): CustomChannels {
  const { storage } = usePage()
  const [stored] = useState(() => ownChannels(storage))
  const names = stored.signal.value
  return {
    names,
    add: (more) => stored.set(mergeNames(names, more).slice(0, maxChannels)),
    remove: (name) => stored.set(excludeNames(names, [name])),
  }
}

export function AddChannelForm({ onAdd }: { readonly onAdd: (names: readonly string[]) => void }) {
  const messages = pickerMessages.use()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState('')
  const add = (event: Event) => {
    event.preventDefault()
    const { names, others } = parseChannelNames(typed)
    if (names.length > 0) onAdd(names)
    setTyped(others.join(' '))
    setWrong(others.join(' '))
  }
  return (
    <form class="flex flex-col gap-1" onSubmit={add}>
      <div class="flex items-end gap-2">
        <div class="min-w-0 flex-1">
          <TextField
            label={messages.own}
            value={typed}
            placeholder={messages.ownHint}
            autoComplete="off"
            onInput={setTyped}
          />
        </div>
        <Button type="submit" class="min-h-10!" disabled={typed.trim() === ''}>
          {messages.add}
        </Button>
      </div>
      {wrong !== '' && (
        <p role="alert" class="text-sm text-bad">
          {messages.notChannels(wrong)}
        </p>
      )}
    </form>
  )
}

interface OwnChannelsProps {
  readonly names: readonly string[]
  readonly onRemove: (name: string) => void
}

export function OwnChannels({ names, onRemove }: OwnChannelsProps) {
  const messages = pickerMessages.use()
  return (
    names.length > 0 && (
      <ul class="flex flex-wrap gap-2">
        {names.map((name) => (
          <Chip key={name} removeLabel={messages.remove(name)} onRemove={() => onRemove(name)}>
            <span class="truncate">@{name}</span>
          </Chip>
        ))}
      </ul>
    )
  )
}

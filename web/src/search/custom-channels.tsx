// Channels added by the user: stored in this browser, offered in every search.
import { useState } from 'preact/hooks'
import { AddField } from '../components/add-field.tsx'
import { Chip } from '../components/chip.tsx'
import { usePage } from '../page-context.ts'
import { ownChannels } from './own-channels.ts'
import { pickerMessages } from './picker-messages.ts'
import { mergeNames } from './search-url.ts'
import { excludeNames, parseChannelNames } from './source-selection.ts'

const maxChannels = 100

export type CustomChannels = ReturnType<typeof useCustomChannels>

export function useCustomChannels() {
  const { storage } = usePage()
  const [stored] = useState(() => ownChannels(storage))
  const names = stored.signal.value
  return {
    names,
    add: (more: readonly string[]) => stored.set(mergeNames(names, more).slice(0, maxChannels)),
    remove: (name: string) => stored.set(excludeNames(names, [name])),
  }
}

export function AddChannelForm({ onAdd }: { readonly onAdd: (names: readonly string[]) => void }) {
  const messages = pickerMessages.use()
  const add = (typed: string) => {
    const { names, others } = parseChannelNames(typed)
    if (names.length > 0) onAdd(names)
    const left = others.join(' ')
    return left === '' ? undefined : { left, problem: messages.notChannels(left) }
  }
  return <AddField label={messages.own} placeholder={messages.ownHint} submit={messages.add} onAdd={add} />
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

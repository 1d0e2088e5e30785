// Channels added by the user: stored in this browser, offered in every search.
import { useState } from 'preact/hooks'
import { createKept, texts } from '../kept.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { pickerWords } from './picker-words.ts'
import { channelsIn, together, without } from './picking.ts'

const most = 100

export interface OwnChannels {
  readonly names: readonly string[]
  readonly add: (names: readonly string[]) => void
  readonly forget: (name: string) => void
}

/** Returns the channels stored in the browser. */
export function useOwnChannels(): OwnChannels {
  const { shelf } = usePage()
  const [kept] = useState(() => createKept<readonly string[]>(shelf, 'channels', texts, []))
  const names = kept.signal.value
  return {
    names,
    add: (more) => kept.set(together(names, more).slice(0, most)),
    forget: (name) => kept.set(without(names, [name])),
  }
}

/** Form that adds channels by name or URL. */
export function AddChannel({ onAdd }: { readonly onAdd: (names: readonly string[]) => void }) {
  const messages = useWords(pickerWords)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState('')
  const add = (event: Event) => {
    event.preventDefault()
    const { names, others } = channelsIn(typed)
    if (names.length > 0) onAdd(names)
    setTyped(others.join(' '))
    setWrong(others.join(' '))
  }
  return (
    <form class="flex flex-col gap-1" onSubmit={add}>
      <div class="flex items-end gap-2">
        <div class="min-w-0 flex-1">
          <Field
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

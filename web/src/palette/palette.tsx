// The command palette: lists, searches, views and settings by name, pinyin or a word.
import { useId, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Dialog } from '../components/dialog.tsx'
import { ListName } from '../components/list-name.tsx'
import { ListOption } from '../components/list-option.tsx'
import { nextIndex } from '../hot/arrow-keys.ts'
import { useAnswer } from '../use-answer.ts'
import { type Command, offer } from './commands.ts'
import { paletteMessages } from './palette-messages.ts'
import { useCommands } from './use-commands.ts'

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const messages = paletteMessages.use()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  const lists =
    useAnswer<{ sources: readonly SourceRecord[] }>('/api/v1/sources', { isBackground: true }).answer?.sources ?? []
  const offered = offer(typed, useCommands(lists.filter(({ enabled }) => enabled)))
  const idOf = (at: number) => `${listId}-${at}`
  const pick = ({ run }: Command) => {
    onClose()
    // A closing dialog restores the focus; wait for that before what was picked takes it.
    setTimeout(run)
  }
  const onKey = (key: string) => {
    const to = nextIndex(key, active, offered.length)
    const picked = offered[active]
    if (to !== undefined) setActive(to)
    else if (key === 'Enter' && picked) pick(picked)
    else return false
    return true
  }
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div class="flex h-[70dvh] flex-col gap-2">
        <PaletteInput
          listId={listId}
          activeId={offered.length > 0 ? idOf(active) : undefined}
          value={typed}
          onType={(value) => {
            setActive(0)
            setTyped(value)
          }}
          onKey={onKey}
        />
        <div class="-mx-2 min-h-0 flex-1 overflow-y-auto px-2">
          <div id={listId} role="listbox" aria-label={messages.options}>
            {offered.map((command, at) => (
              <ListOption key={command.id} id={idOf(at)} isActive={at === active} onPick={() => pick(command)}>
                {command.record ? (
                  <ListName of={command.record} />
                ) : (
                  <span class="min-w-0 truncate">{command.label}</span>
                )}
                <span class="ms-auto shrink-0 text-xs text-soft">{command.kind}</span>
              </ListOption>
            ))}
          </div>
          {offered.length === 0 && <p class="px-2 py-3 text-sm text-soft">{messages.none}</p>}
        </div>
      </div>
    </Dialog>
  )
}

interface InputProps {
  /** Id of the listbox. */
  readonly listId: string
  /** Id of the selected option. */
  readonly activeId: string | undefined
  readonly value: string
  readonly onType: (typed: string) => void
  /** Returns whether it handled the key. */
  readonly onKey: (key: string) => boolean
}

/** Has the initial focus. */
function PaletteInput({ listId, activeId, value, onType, onKey }: InputProps) {
  const messages = paletteMessages.use()
  return (
    <input
      type="text"
      role="combobox"
      aria-label={messages.label}
      aria-expanded={activeId !== undefined}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={activeId}
      autofocus
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      enterkeyhint="go"
      maxLength={100}
      placeholder={messages.placeholder}
      value={value}
      class="h-10 w-full shrink-0 rounded-lg border border-edge bg-card px-3 text-base text-ink"
      onInput={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        // During IME composition, keys belong to the input method.
        if (!event.isComposing && onKey(event.key)) event.preventDefault()
      }}
    />
  )
}

// The list finder: finds a list by name, pinyin or site and scrolls the board to it.
import { SearchX } from 'lucide-preact'
import { useId, useMemo, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Dialog } from '../components/dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { useMessages } from '../use-messages.ts'
import { nextIndex } from './arrow-keys.ts'
import type { LayoutControl } from './board-layout.ts'
import { dialogMessages } from './dialog-messages.ts'
import { FinderOption } from './finder-option.tsx'
import { findLists } from './pinyin.ts'

/** Number of lists shown; typing more narrows them down. */
const maxShown = 60

interface FinderProps {
  readonly records: readonly SourceRecord[]
  /** If given, hidden lists are marked, and shown again when selected. */
  readonly layout?: LayoutControl | undefined
  /** Called after the dialog has closed, so that the list can take the focus. */
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

export function Finder({ records, layout, onPick, onClose }: FinderProps) {
  const messages = useMessages(dialogMessages).finder
  const [typed, setTyped] = useState('')
  const found = useMemo(() => (typed.trim() === '' ? records : findLists(records, typed)), [records, typed])
  const hidden = new Set(layout?.layout.value.hidden)
  const pick = (record: SourceRecord) => {
    if (hidden.has(record.id)) layout?.show(record.id)
    onClose()
    // A closing dialog restores the focus; wait for that before the list takes it.
    setTimeout(() => onPick(record.id))
  }
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <FinderList found={found} hidden={hidden} typed={typed} onType={setTyped} onPick={pick} />
    </Dialog>
  )
}

interface FinderListProps {
  readonly found: readonly SourceRecord[]
  readonly hidden: ReadonlySet<string>
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onPick: (record: SourceRecord) => void
}

function FinderList({ found, hidden, typed, onType, onPick }: FinderListProps) {
  const messages = useMessages(dialogMessages).finder
  const [active, setActive] = useState(0)
  const listId = useId()
  const shown = found.slice(0, maxShown)
  const idOf = (at: number) => `${listId}-${at}`
  const onKey = (key: string) => {
    const to = nextIndex(key, active, shown.length)
    const record = shown[active]
    if (to !== undefined) setActive(to)
    else if (key === 'Enter' && record) onPick(record)
    else return false
    return true
  }
  return (
    <div class="flex h-[70dvh] flex-col gap-2">
      <FinderBox
        listId={listId}
        activeId={shown.length > 0 ? idOf(active) : undefined}
        value={typed}
        onType={(value) => {
          setActive(0)
          onType(value)
        }}
        onKey={onKey}
      />
      <p role="status" class="shrink-0 px-1 text-xs text-soft">
        {messages.count(found.length)}
      </p>
      <div class="-mx-2 min-h-0 flex-1 overflow-y-auto px-2">
        <div id={listId} role="listbox" aria-label={messages.lists}>
          {shown.map((record, at) => {
            const marks = { isActive: at === active, isHidden: hidden.has(record.id) }
            return <FinderOption key={record.id} id={idOf(at)} record={record} {...marks} onPick={onPick} />
          })}
        </div>
        <FinderFooter found={found.length} shown={shown.length} />
      </div>
    </div>
  )
}

/** Note that there are more matches, or none. */
function FinderFooter({ found, shown }: { readonly found: number; readonly shown: number }) {
  const messages = useMessages(dialogMessages).finder
  if (found === 0) return <EmptyState icon={SearchX} title={messages.none} text={messages.noneHint} />
  return found > shown ? <p class="px-2 py-3 text-sm text-soft">{messages.more(found - shown)}</p> : null
}

interface BoxProps {
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
function FinderBox({ listId, activeId, value, onType, onKey }: BoxProps) {
  const messages = useMessages(dialogMessages).finder
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

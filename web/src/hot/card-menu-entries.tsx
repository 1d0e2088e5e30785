// The entries of the menu of a card: move, hide, the list as it stood, feed.
import { ArrowDown, ArrowUp, ArrowUpToLine, EyeOff, History, type LucideIcon, Rss } from 'lucide-preact'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { OutLink } from '../components/out-link.tsx'
import { useOpened } from '../components/use-opened.ts'
import { hotMessages } from './messages.ts'
import type { MoveActions } from './use-move-list.ts'

interface MenuEntriesProps {
  readonly record: SourceRecord
  readonly moving: MoveActions
  /** Returns a function that closes the menu and then runs the action. */
  readonly run: (act: () => void) => () => void
}

export function MenuEntries({ record, moving, run }: MenuEntriesProps) {
  const messages = hotMessages.use()
  const past = useOpened('past')
  return (
    <>
      <Entry icon={ArrowUpToLine} name={messages.moveToTop} isDisabled={moving.isFirst} onClick={run(moving.toTop)} />
      <Entry icon={ArrowUp} name={messages.moveUp} isDisabled={moving.isFirst} onClick={run(() => moving.step(-1))} />
      <Entry icon={ArrowDown} name={messages.moveDown} isDisabled={moving.isLast} onClick={run(() => moving.step(1))} />
      <Entry icon={History} name={messages.past} onClick={run(() => past.open(record.id))} />
      <Entry icon={EyeOff} name={messages.hide} onClick={run(moving.hide)} />
      <OutLink href={`/feeds/list/${record.id}.rss`} class={entryLook} onClick={run(() => undefined)}>
        <Rss size={16} aria-hidden="true" />
        {messages.feed}
      </OutLink>
    </>
  )
}

const entryLook = 'flex h-10 w-full items-center gap-2 rounded-lg px-3 text-sm hover:bg-raised disabled:opacity-50'

interface EntryProps {
  readonly icon: LucideIcon
  readonly name: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

function Entry({ icon: Icon, name, isDisabled = false, onClick }: EntryProps) {
  return (
    <button type="button" disabled={isDisabled} class={entryLook} onClick={onClick}>
      <Icon size={16} aria-hidden="true" />
      {name}
    </button>
  )
}

// A topic in the arrange dialog: its position, how many lists are shown, and its lists when expanded.
import { ChevronRight } from 'lucide-preact'
import { useId, useMemo } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { fullNameOf, ListName } from '../components/list-name.tsx'
import type { Topic } from '../components/topics.ts'
import { useMessages } from '../use-messages.ts'
import { ArrangeEntry, type Moves } from './arrange-entry.tsx'
import { dialogMessages } from './dialog-messages.ts'
import { hotMessages } from './messages.ts'

/** Shows or hides lists; the name is for the screen reader announcement. */
export type SwitchHandler = (isShown: boolean, name: string, ids: readonly string[]) => void

interface TopicProps {
  readonly topic: Topic
  /** Its lists that match the filter, in their order. */
  readonly lists: readonly SourceRecord[]
  readonly hidden: ReadonlySet<string>
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly topicMoves: Moves
  readonly listMoves: Moves
  readonly onSwitch: SwitchHandler
}

export function ArrangeTopic({ topic, lists, hidden, isOpen, onOpen, topicMoves, listMoves, onSwitch }: TopicProps) {
  const messages = useMessages(dialogMessages).arrange
  const name = useMessages(hotMessages).tabs[topic]
  const bodyId = useId()
  const shown = lists.filter(({ id }) => !hidden.has(id)).length
  return (
    <li class="border-b border-line py-0.5 last:border-0">
      <ArrangeEntry id={topic} row="topics" name={name} moves={topicMoves}>
        <h3 class="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? bodyId : undefined}
            class="group flex min-h-9 w-full items-center gap-1.5 text-start text-sm font-semibold"
            onClick={onOpen}
          >
            <ChevronRight
              size={16}
              aria-hidden="true"
              class="shrink-0 transition-transform group-aria-expanded:rotate-90"
            />
            <span class="truncate">{name}</span>
            <span class="figures ms-auto shrink-0 px-1 text-xs font-normal text-soft">
              <span aria-hidden="true">{messages.shownOf(shown, lists.length)}</span>
              <span class="sr-only">{messages.shownOfLong(shown, lists.length)}</span>
            </span>
          </button>
        </h3>
      </ArrangeEntry>
      {isOpen && (
        <div id={bodyId} class="sm:ps-4">
          <SwitchAllButtons name={name} lists={lists} shown={shown} onSwitch={onSwitch} />
          <ul aria-label={messages.open(name)}>
            {lists.map((record) => (
              <ListRow
                key={record.id}
                record={record}
                isShown={!hidden.has(record.id)}
                moves={listMoves}
                onSwitch={onSwitch}
              />
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}

interface SwitchAllProps {
  readonly name: string
  readonly lists: readonly SourceRecord[]
  readonly shown: number
  readonly onSwitch: SwitchHandler
}

function SwitchAllButtons({ name, lists, shown, onSwitch }: SwitchAllProps) {
  const messages = useMessages(dialogMessages).arrange
  const ids = lists.map(({ id }) => id)
  return (
    <fieldset aria-label={name} class="flex gap-1 ps-4">
      <Button look="quiet" class="!px-2" disabled={shown === lists.length} onClick={() => onSwitch(true, name, ids)}>
        {messages.showAll}
      </Button>
      <Button look="quiet" class="!px-2" disabled={shown === 0} onClick={() => onSwitch(false, name, ids)}>
        {messages.hideAll}
      </Button>
    </fieldset>
  )
}

interface ListRowProps {
  readonly record: SourceRecord
  readonly isShown: boolean
  readonly moves: Moves
  readonly onSwitch: SwitchHandler
}

function ListRow({ record, isShown, moves, onSwitch }: ListRowProps) {
  const messages = useMessages(dialogMessages).arrange
  // Unchanged rows are not rendered again: there may be two hundred.
  return useMemo(() => {
    const name = fullNameOf(record)
    return (
      <li>
        <ArrangeEntry id={record.id} row={record.column} name={name} moves={moves}>
          <span class={`min-w-0 flex-1 text-sm ${isShown ? '' : 'text-soft'}`}>
            <ListName of={record} />
          </span>
          <ArrangeSwitch
            label={messages.show(name)}
            isOn={isShown}
            onSwitch={() => onSwitch(!isShown, name, [record.id])}
          />
        </ArrangeEntry>
      </li>
    )
  }, [record, isShown, messages, moves, onSwitch])
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onSwitch: () => void
}

/** 36 px high, easy to tap. */
function ArrangeSwitch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      class="group inline-flex h-9 w-11 shrink-0 items-center justify-center"
      onClick={onSwitch}
    >
      <span class="flex h-5 w-9 items-center rounded-full border border-edge bg-raised px-0.5 group-aria-checked:border-accent group-aria-checked:bg-accent">
        <span class="size-3.5 rounded-full bg-edge transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-on-accent" />
      </span>
    </button>
  )
}

// The dialog that arranges the board: which lists are shown and in which order, topic by topic.
import { ChevronRight, Eye, RotateCcw, SearchX } from 'lucide-preact'
import { useId, useMemo, useRef, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { fullNameOf, ListName } from '../components/list-name.tsx'
import { TextField } from '../components/text-field.tsx'
import { type Topic, topicOf } from '../components/topics.ts'
import { ArrangeEntry } from './arrange-entry.tsx'
import { arrangeLists, type LayoutControl } from './board-layout.ts'
import { dialogMessages } from './dialog-messages.ts'
import { hotMessages } from './messages.ts'
import { matches } from './pinyin.ts'

interface DialogProps {
  readonly records: readonly SourceRecord[]
  readonly layout: LayoutControl
  readonly onClose: () => void
}

interface Arranging {
  readonly layout: LayoutControl
  readonly onAnnounce: (text: string) => void
}

/** Changes apply at once. */
export function ArrangeDialog({ records, layout, onClose }: DialogProps) {
  const messages = dialogMessages.use().arrange
  const [typed, setTyped] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const arranging = { layout, onAnnounce: setAnnouncement }
  return (
    <Dialog title={messages.title} onClose={onClose} isAside>
      <div class="sticky -top-4 z-10 -mx-4 -mt-4 border-b border-line bg-card px-4 pt-4 pb-3">
        <TextField
          label={messages.filter}
          isLabelHidden
          type="search"
          autoComplete="off"
          placeholder={messages.filterHint}
          value={typed}
          onInput={setTyped}
        />
      </div>
      <p class="mt-3 text-xs text-soft">{messages.how}</p>
      <Reset records={records} arranging={arranging} />
      <Topics records={records} typed={typed} arranging={arranging} />
      <p role="status" class="sr-only">
        {announcement}
      </p>
    </Dialog>
  )
}

interface PartProps {
  readonly records: readonly SourceRecord[]
  readonly arranging: Arranging
}

/** Buttons that show all hidden lists and restore the defaults, the latter with a confirmation. */
function Reset({ records, arranging: { layout, onAnnounce } }: PartProps) {
  const messages = dialogMessages.use().arrange
  const [isConfirming, setConfirming] = useState(false)
  const resetButton = useRef<HTMLButtonElement>(null)
  const { hidden } = layout.layout.value
  const count = records.filter(({ id }) => hidden.includes(id)).length
  const answer = (isYes: boolean) => {
    setConfirming(false)
    // The reset button is rendered again by then.
    requestAnimationFrame(() => resetButton.current?.focus())
    if (!isYes) return
    layout.reset()
    onAnnounce(messages.resetDone)
  }
  return (
    <div role={isConfirming ? 'alert' : undefined} class="my-2 flex min-h-9 flex-wrap items-center gap-2">
      <span class={`me-auto text-sm ${isConfirming ? '' : 'text-soft'}`}>
        {isConfirming ? messages.resetSure : messages.hiddenCount(count)}
      </span>
      {isConfirming ? (
        <>
          <Button look="main" buttonRef={focus} onClick={() => answer(true)}>
            {messages.resetYes}
          </Button>
          <Button onClick={() => answer(false)}>{messages.resetNo}</Button>
        </>
      ) : (
        <>
          <Button icon={Eye} disabled={count === 0} onClick={() => layout.show(...hidden)}>
            {messages.showAll}
          </Button>
          <Button icon={RotateCcw} buttonRef={resetButton} onClick={() => setConfirming(true)}>
            {messages.reset}
          </Button>
        </>
      )}
    </div>
  )
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

function Topics({ records, typed, arranging }: PartProps & { readonly typed: string }) {
  const messages = dialogMessages.use().arrange
  const topicNames = hotMessages.use().tabs
  const state = arranging.layout.layout.value
  const all = useMemo(() => arrangeLists(records, state), [records, state])
  const isFiltered = typed.trim() !== ''
  const found = useMemo(
    () => new Set(records.filter((record) => !isFiltered || matches(record, typed) !== undefined)),
    [records, typed, isFiltered],
  )
  const [opened, setOpened] = useState<ReadonlySet<Topic>>(() => new Set([...all.keys()].slice(0, 1)))
  const shown = [...all].filter(([, lists]) => lists.some((list) => found.has(list)))
  const move = (id: string, before: string | undefined) => {
    const topic = topicOf(id)
    if (topic) arranging.layout.moveTopic(topic, topicOf(before))
  }
  const row = { row: 'topics', all: [...all.keys()], visible: shown.map(([topic]) => topic), move }
  if (shown.length === 0) return <EmptyState icon={SearchX} title={messages.none} />
  return (
    <ul>
      {shown.map(([topic, lists]) => (
        <li key={topic} class="border-b border-line py-0.5 last:border-0">
          <TopicEntry
            topic={topic}
            lists={lists}
            visible={lists.filter((list) => found.has(list))}
            isOpen={isFiltered || opened.has(topic)}
            onOpen={() => setOpened(opened.symmetricDifference(new Set([topic])))}
            row={{ ...row, nameOf: (id) => topicNames[topicOf(id) ?? topic], onAnnounce: arranging.onAnnounce }}
            arranging={arranging}
          />
        </li>
      ))}
    </ul>
  )
}

interface TopicProps {
  readonly topic: Topic
  readonly lists: readonly SourceRecord[]
  /** Those that match the filter. */
  readonly visible: readonly SourceRecord[]
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly row: Parameters<typeof ArrangeEntry>[0]['row']
  readonly arranging: Arranging
}

/** A topic: its position, how many lists are shown, and its lists when expanded. */
function TopicEntry({ topic, lists, visible, isOpen, onOpen, row, arranging }: TopicProps) {
  const messages = dialogMessages.use().arrange
  const name = row.nameOf(topic)
  const bodyId = useId()
  const { hidden } = arranging.layout.layout.value
  const shown = visible.filter(({ id }) => !hidden.includes(id)).length
  return (
    <>
      <ArrangeEntry id={topic} row={row}>
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
              <span aria-hidden="true">{messages.shownOf(shown, visible.length)}</span>
              <span class="sr-only">{messages.shownOfLong(shown, visible.length)}</span>
            </span>
          </button>
        </h3>
      </ArrangeEntry>
      {isOpen && (
        <div id={bodyId} class="sm:ps-4">
          <Lists name={name} lists={lists} visible={visible} shown={shown} arranging={arranging} />
        </div>
      )}
    </>
  )
}

interface ListsProps extends Pick<TopicProps, 'lists' | 'visible' | 'arranging'> {
  readonly name: string
  readonly shown: number
}

function Lists({ name, lists, visible, shown, arranging: { layout, onAnnounce } }: ListsProps) {
  const messages = dialogMessages.use().arrange
  const { hidden } = layout.layout.value
  const names = new Map(lists.map((record) => [record.id, fullNameOf(record)]))
  const turn = (isShown: boolean, whose: string, ids: readonly string[]) => {
    if (isShown) layout.show(...ids)
    else layout.hide(...ids)
    onAnnounce(isShown ? messages.shownNow(whose) : messages.hiddenNow(whose))
  }
  const ids = visible.map(({ id }) => id)
  const row = {
    row: `lists of ${name}`,
    all: lists.map(({ id }) => id),
    visible: ids,
    nameOf: (id: string) => names.get(id) ?? id,
    move: layout.move,
    onAnnounce,
  }
  return (
    <>
      <fieldset aria-label={name} class="flex gap-1 ps-4">
        <Button look="quiet" class="!px-2" disabled={shown === ids.length} onClick={() => turn(true, name, ids)}>
          {messages.showAll}
        </Button>
        <Button look="quiet" class="!px-2" disabled={shown === 0} onClick={() => turn(false, name, ids)}>
          {messages.hideAll}
        </Button>
      </fieldset>
      <ul aria-label={messages.open(name)}>
        {visible.map((record) => {
          const isShown = !hidden.includes(record.id)
          const listName = fullNameOf(record)
          return (
            <li key={record.id}>
              <ArrangeEntry id={record.id} row={row}>
                <span class={`min-w-0 flex-1 text-sm ${isShown ? '' : 'text-soft'}`}>
                  <ListName of={record} />
                </span>
                <Switch
                  label={messages.show(listName)}
                  isOn={isShown}
                  onSwitch={() => turn(!isShown, listName, [record.id])}
                />
              </ArrangeEntry>
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onSwitch: () => void
}

/** 36 px high, easy to tap. */
function Switch({ label, isOn, onSwitch }: SwitchProps) {
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

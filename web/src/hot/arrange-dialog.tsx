// The dialog that arranges the board: which lists are shown and in which order, topic by topic.
import { SearchX } from 'lucide-preact'
import { useMemo, useState } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Dialog } from '../components/dialog.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Topic } from '../components/topics.ts'
import { useMessages } from '../use-messages.ts'
import { ArrangeReset } from './arrange-reset.tsx'
import { ArrangeTopic } from './arrange-topic.tsx'
import { arrangeLists, type LayoutControl } from './board-layout.ts'
import { dialogMessages } from './dialog-messages.ts'
import { matches } from './pinyin.ts'
import { useArrange } from './use-arrange.ts'

interface ArrangeProps {
  readonly records: readonly SourceRecord[]
  readonly layout: LayoutControl
  readonly onClose: () => void
}

/** Changes apply at once. */
export function ArrangeDialog({ records, layout, onClose }: ArrangeProps) {
  const messages = useMessages(dialogMessages).arrange
  const [typed, setTyped] = useState('')
  const [announcement, setAnnouncement] = useState('')
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
      <ArrangeReset records={records} layout={layout} onAnnounce={setAnnouncement} />
      <Topics records={records} layout={layout} typed={typed} onAnnounce={setAnnouncement} />
      <p role="status" class="sr-only">
        {announcement}
      </p>
    </Dialog>
  )
}

interface TopicsProps extends Omit<ArrangeProps, 'onClose'> {
  readonly typed: string
  readonly onAnnounce: (text: string) => void
}

function Topics({ records, layout, typed, onAnnounce }: TopicsProps) {
  const messages = useMessages(dialogMessages).arrange
  const state = layout.layout.value
  const all = useMemo(() => arrangeLists(records, state), [records, state])
  const visible = useMemo(() => filtered(all, typed), [all, typed])
  const hidden = useMemo(() => new Set(state.hidden), [state])
  const [opened, setOpened] = useState<ReadonlySet<Topic>>(() => new Set([...all.keys()].slice(0, 1)))
  const { topicMoves, listMoves, onSwitch } = useArrange({ all, visible, layout, onAnnounce })
  const isFiltered = typed.trim() !== ''
  if (visible.size === 0) return <EmptyState icon={SearchX} title={messages.none} />
  return (
    <ul>
      {[...visible].map(([topic, lists]) => (
        <ArrangeTopic
          key={topic}
          topic={topic}
          lists={lists}
          hidden={hidden}
          isOpen={isFiltered || opened.has(topic)}
          onOpen={() => setOpened((before) => before.symmetricDifference(new Set([topic])))}
          topicMoves={topicMoves}
          listMoves={listMoves}
          onSwitch={onSwitch}
        />
      ))}
    </ul>
  )
}

function filtered(
  all: ReadonlyMap<Topic, readonly SourceRecord[]>,
  typed: string,
): ReadonlyMap<Topic, readonly SourceRecord[]> {
  if (typed.trim() === '') return all
  const matching = [...all].map(([topic, lists]) => {
    const found = lists.filter((record) => matches(record, typed) !== undefined)
    return [topic, found] as const
  })
  return new Map(matching.filter(([, lists]) => lists.length > 0))
}

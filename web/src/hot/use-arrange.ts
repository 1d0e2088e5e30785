// Applies moves and switches of the arrange dialog to the layout and announces them to screen readers.
import { useMemo, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { fullNameOf } from '../components/list-name.tsx'
import { type Topic, topicOf } from '../components/topics.ts'
import { useMessages } from '../use-messages.ts'
import type { Moves } from './arrange-entry.tsx'
import { dropTarget, type MoveTarget, stepTarget } from './arrange-moves.ts'
import type { SwitchHandler } from './arrange-topic.tsx'
import type { LayoutControl } from './board-layout.ts'
import { dialogMessages } from './dialog-messages.ts'
import { hotMessages } from './messages.ts'

type ArrangeMessages = (typeof dialogMessages)['zh']['arrange']
type ByTopic = ReadonlyMap<Topic, readonly SourceRecord[]>

interface ArrangeOptions {
  readonly all: ByTopic
  /** The lists that match the filter. */
  readonly visible: ByTopic
  readonly layout: LayoutControl
  readonly onAnnounce: (text: string) => void
}

interface ArrangeActions {
  readonly topicMoves: Moves
  readonly listMoves: Moves
  readonly onSwitch: SwitchHandler
}

/** Returns the same object on every render, so that unchanged rows are not rendered again. */
export function useArrange(parts: ArrangeOptions): ArrangeActions {
  const messages = useMessages(dialogMessages).arrange
  const topicNames = useMessages(hotMessages).tabs
  const latest = useRef<ArrangeActions>()
  latest.current = createArrangeActions(parts, messages, topicNames)
  return useMemo(() => {
    const forward = (name: 'topicMoves' | 'listMoves'): Moves => ({
      step: (id, step) => latest.current?.[name].step(id, step),
      drop: (dragged, target, edge) => latest.current?.[name].drop(dragged, target, edge),
    })
    return {
      topicMoves: forward('topicMoves'),
      listMoves: forward('listMoves'),
      onSwitch: (isShown, name, ids) => latest.current?.onSwitch(isShown, name, ids),
    }
  }, [])
}

function createArrangeActions(
  { all, visible, layout, onAnnounce }: ArrangeOptions,
  messages: ArrangeMessages,
  topicNames: Readonly<Record<Topic, string>>,
): ArrangeActions {
  const rows = rowsOf(all, visible)
  return {
    topicMoves: createMoves({
      rowOf: () => ({ all: [...all.keys()], visible: [...visible.keys()] }),
      nameOf: (id) => topicNames[topicOf(id) ?? 'china'],
      move: (id, before) => {
        const topic = topicOf(id)
        if (topic) layout.moveTopic(topic, topicOf(before))
      },
      messages,
      onAnnounce,
    }),
    listMoves: createMoves({
      rowOf: (id) => rows.get(id),
      nameOf: (id) => rows.get(id)?.name ?? id,
      move: layout.move,
      messages,
      onAnnounce,
    }),
    onSwitch: (isShown, name, ids) => {
      if (isShown) layout.show(...ids)
      else layout.hide(...ids)
      onAnnounce(isShown ? messages.shownNow(name) : messages.hiddenNow(name))
    },
  }
}

interface ArrangeRow {
  readonly all: readonly string[]
  readonly visible: readonly string[]
}

/** Maps each list to its row and name. */
function rowsOf(all: ByTopic, visible: ByTopic): ReadonlyMap<string, ArrangeRow & { readonly name: string }> {
  return new Map(
    [...all].flatMap(([topic, lists]) => {
      const row = { all: lists.map(({ id }) => id), visible: (visible.get(topic) ?? []).map(({ id }) => id) }
      return lists.map((record) => [record.id, { ...row, name: fullNameOf(record) }] as const)
    }),
  )
}

interface MoveOptions {
  readonly rowOf: (id: string) => ArrangeRow | undefined
  readonly nameOf: (id: string) => string
  readonly move: (id: string, before: string | undefined) => void
  readonly messages: ArrangeMessages
  readonly onAnnounce: (text: string) => void
}

function createMoves({ rowOf, nameOf: entryName, move, messages, onAnnounce }: MoveOptions): Moves {
  const go = (id: string, all: readonly string[], { before }: MoveTarget<string>) => {
    move(id, before)
    const others = all.filter((other) => other !== id)
    const position = before === undefined ? others.length : others.indexOf(before)
    onAnnounce(messages.moved(entryName(id), position + 1, all.length))
  }
  return {
    step(id, step) {
      const row = rowOf(id)
      const goal = row && stepTarget(row.all, row.visible, id, step)
      if (goal) go(id, row.all, goal)
      else onAnnounce(step < 0 ? messages.atTop(entryName(id)) : messages.atBottom(entryName(id)))
    },
    drop(dragged, target, edge) {
      const row = rowOf(dragged)
      const goal = row && dropTarget(row.all, dragged, target, edge)
      if (goal) go(dragged, row.all, goal)
    },
  }
}

// Applies moves and switches of the arrange dialog to the layout and announces them to screen readers.
import { useMemo, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useWords } from '../language.ts'
import type { Moves } from './arrange-entry.tsx'
import { dropGoal, type Goal, stepGoal } from './arrange-moves.ts'
import type { Switching } from './arrange-topic.tsx'
import type { LayoutControl } from './layout.ts'
import { nameOf } from './list-name.tsx'
import { type Topic, topicOf } from './topics.ts'
import { hotWords } from './words.ts'
import { moreWords } from './words-more.ts'

type ArrangeWords = (typeof moreWords)['zh']['arrange']
type ByTopic = ReadonlyMap<Topic, readonly SourceRecord[]>

interface ArrangingParts {
  readonly all: ByTopic
  /** The lists that match the filter. */
  readonly seen: ByTopic
  readonly layout: LayoutControl
  readonly onTell: (text: string) => void
}

interface Arranging {
  readonly topicMoves: Moves
  readonly listMoves: Moves
  readonly onSwitch: Switching
}

/** Returns the same object on every render, so that unchanged rows are not rendered again. */
export function useArranging(parts: ArrangingParts): Arranging {
  const messages = useWords(moreWords).arrange
  const topicNames = useWords(hotWords).topics
  const latest = useRef<Arranging>()
  latest.current = createArranging(parts, messages, topicNames)
  return useMemo(() => {
    const passedOn = (name: 'topicMoves' | 'listMoves'): Moves => ({
      step: (id, step) => latest.current?.[name].step(id, step),
      drop: (dragged, target, edge) => latest.current?.[name].drop(dragged, target, edge),
    })
    return {
      topicMoves: passedOn('topicMoves'),
      listMoves: passedOn('listMoves'),
      onSwitch: (isShown, name, ids) => latest.current?.onSwitch(isShown, name, ids),
    }
  }, [])
}

function createArranging(
  { all, seen, layout, onTell }: ArrangingParts,
  messages: ArrangeWords,
  topicNames: Readonly<Record<Topic, string>>,
): Arranging {
  const rows = rowsOf(all, seen)
  return {
    topicMoves: createMoves({
      rowOf: () => ({ all: [...all.keys()], seen: [...seen.keys()] }),
      nameOf: (id) => topicNames[topicOf(id) ?? 'china'],
      move: (id, before) => {
        const topic = topicOf(id)
        if (topic) layout.moveTopic(topic, topicOf(before))
      },
      messages,
      onTell,
    }),
    listMoves: createMoves({
      rowOf: (id) => rows.get(id),
      nameOf: (id) => rows.get(id)?.name ?? id,
      move: layout.move,
      messages,
      onTell,
    }),
    onSwitch: (isShown, name, ids) => {
      if (isShown) layout.show(...ids)
      else layout.hide(...ids)
      onTell(isShown ? messages.shownNow(name) : messages.hiddenNow(name))
    },
  }
}

interface Row {
  readonly all: readonly string[]
  readonly seen: readonly string[]
}

/** Maps each list to its row and name. */
function rowsOf(all: ByTopic, seen: ByTopic): ReadonlyMap<string, Row & { readonly name: string }> {
  return new Map(
    [...all].flatMap(([topic, lists]) => {
      const row = { all: lists.map(({ id }) => id), seen: (seen.get(topic) ?? []).map(({ id }) => id) }
      return lists.map((record) => [record.id, { ...row, name: nameOf(record) }] as const)
    }),
  )
}

interface MoveParts {
  readonly rowOf: (id: string) => Row | undefined
  readonly nameOf: (id: string) => string
  readonly move: (id: string, before: string | undefined) => void
  readonly messages: ArrangeWords
  readonly onTell: (text: string) => void
}

function createMoves({ rowOf, nameOf: said, move, messages, onTell }: MoveParts): Moves {
  const go = (id: string, all: readonly string[], { before }: Goal<string>) => {
    move(id, before)
    const others = all.filter((other) => other !== id)
    const place = before === undefined ? others.length : others.indexOf(before)
    onTell(messages.moved(said(id), place + 1, all.length))
  }
  return {
    step(id, step) {
      const row = rowOf(id)
      const goal = row && stepGoal(row.all, row.seen, id, step)
      if (goal) go(id, row.all, goal)
      else onTell(step < 0 ? messages.atTop(said(id)) : messages.atBottom(said(id)))
    },
    drop(dragged, target, edge) {
      const row = rowOf(dragged)
      const goal = row && dropGoal(row.all, dragged, target, edge)
      if (goal) go(dragged, row.all, goal)
    },
  }
}

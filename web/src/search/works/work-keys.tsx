// Keys of the list of works.
import type { RefObject } from 'preact'
import { useRowKeys } from '../row-keys.ts'
import type { FocusedRow } from '../use-focused-row.ts'
import type { VirtualRows } from '../virtual-rows.ts'
import type { ShownWork } from './arrange-works.ts'
import type { CardContext } from './card-context.ts'
import { confirmedHealth } from './use-visible-works.ts'
import { bestLinks } from './work-pills.ts'
import type { WorkRow } from './work-rows.ts'

interface WorkKeysProps {
  readonly works: readonly ShownWork[]
  readonly list: RefObject<HTMLElement>
  readonly card: FocusedRow
  readonly columns: number
  readonly rows: readonly WorkRow[]
  readonly window: VirtualRows
  readonly context: CardContext
}

/** Renders nothing. */
export function WorkKeys({ list, card, columns, rows, works, window, context }: WorkKeysProps) {
  const { mine, checking, selection, onCopy } = context
  useRowKeys({
    list,
    row: card,
    columns,
    onSelect: selection.toggle,
    keys: works.map(({ work }) => work.key),
    firstVisible: rows[window.range.first]?.first ?? 0,
    scrollTo: (index) => window.scrollToRow(rows.findLastIndex(({ first }) => first <= index)),
    onCopy: (key) => {
      const focused = works.find(({ work }) => work.key === key)
      const [best] = focused ? bestLinks(focused.links, mine, confirmedHealth(checking)) : []
      if (focused && best) onCopy(focused.work, best)
    },
  })
  return null
}

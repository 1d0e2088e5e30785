// Virtualised cards in columns, with keyboard navigation. Cards move by `transform`, which is no layout shift.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import { useLazyModule } from '../lazy-parts.ts'
import type { LinkChecking } from '../link-checking.ts'
import { positionOf, type RecentSearch } from '../recent-searches.ts'
import type { SearchState } from '../search-state.ts'
import { useFocusedRow } from '../use-focused-row.ts'
import type { ReadingState } from '../use-is-reading.ts'
import { useScrollPosition } from '../use-scroll-position.ts'
import { checkedAhead, useVirtualRows } from '../virtual-rows.ts'
import type { ShownWork } from './arrange-works.ts'
import type { CardContext } from './card-context.ts'
import type { Selection } from './selection.ts'
import { useAfterResults } from './use-after-results.ts'
import { useCopyLink } from './use-copy-link.ts'
import { useLinkChecks } from './use-link-checks.ts'
import { workItems } from './work-items.tsx'
import { toWorkRows } from './work-rows.ts'

interface ListProps {
  readonly ask: SearchState
  readonly works: readonly ShownWork[]
  readonly search: RecentSearch
  readonly checking: LinkChecking
  readonly reading: ReadingState
  readonly selection: Selection
  readonly mine: readonly CloudType[]
}

/** Height of a card in pixels, until cards are measured. */
const cardPx = 96

function loadDetails() {
  return import('./work-details.tsx')
}

export function WorkList({ ask, works, search, checking, reading, selection, mine }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const columns = useColumns()
  const rows = useMemo(() => toWorkRows(works, columns), [works, columns])
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const initialPosition = useMemo(() => positionOf(search, 'works'), [search])
  const [openedKey, setOpened] = useState<string | undefined>()
  const details = useLazyModule(loadDetails, openedKey !== undefined)
  const onCopy = useCopyLink()
  const isReading = reading.isReading.value
  const stillness = useRef(false)
  stillness.current = isReading || search.session.progress.value.phase === 'asking'
  const context = useMemo<CardContext>(
    () => ({ kw: ask.kw, mine, checking, selection, isStill: stillness, onOpen: setOpened, onCopy }),
    [ask.kw, mine, checking, selection, onCopy],
  )
  const card = useFocusedRow(list)
  const pinnedKey = rows.find((row) => row.works.some(({ work }) => work.key === card.focused))?.key
  const window = useVirtualRows({ keys, list, estimate: cardPx, pinnedKey, initialPosition, isStill: isReading })
  useScrollPosition(search, window, ask)
  const late = useAfterResults()
  const opened = works.find(({ work }) => work.key === openedKey)
  const { first, last } = window.range
  useLinkChecks(context, opened, rows.slice(first, last + 1 + (ask.hidesDead ? checkedAhead : 0)))
  return (
    <>
      <ul
        ref={list}
        class="relative [overflow-anchor:none]"
        style={{ height: `${window.height}px` }}
        onFocusIn={card.onFocusIn}
        onFocusOut={card.onFocusOut}
      >
        {window.shown.flatMap(({ index, start }) => {
          const place = { start, columns, total: works.length, isVisible: index >= first && index <= last }
          return workItems(rows[index], place, context)
        })}
      </ul>
      {late && <late.WorkKeys {...{ list, card, columns, rows, works, window, context }} />}
      {opened && details && (
        <details.WorkDetails item={opened} context={context} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

/** A card needs some 400 px. */
function columnsOf(width: number): number {
  if (width < 900) return 1
  return width < 1_700 ? 2 : Math.min(4, Math.floor(width / 600))
}

function useColumns(): number {
  const [columns, setColumns] = useState(() => columnsOf(innerWidth))
  useEffect(() => {
    const onResize = () => setColumns(columnsOf(innerWidth))
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  return columns
}

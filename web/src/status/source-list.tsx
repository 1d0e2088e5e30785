// Filtered sources, paged: as a table, or as cards on narrow screens.

import { SearchX } from 'lucide-preact'
import { useMemo, useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { useContent } from '../components/use-content.ts'
import { useNarrow } from '../components/use-narrow.ts'
import { useMessages } from '../use-messages.ts'
import { statusMessages } from './messages.ts'
import { SourceCards } from './source-cards.tsx'
import { SourceFilters } from './source-filters.tsx'
import { filtered, isFiltered, type SourceRow, sorted } from './source-rows.ts'
import { SourceTable } from './source-table.tsx'
import { pageSize, type SourcesView } from './use-filter.ts'

const MeaningList = lazyComponent(async () => (await import('./failure-kinds.tsx')).FailureKindList)

interface ListProps {
  readonly rows: readonly SourceRow[]
  readonly view: SourcesView
  /** Server time, in epoch milliseconds. */
  readonly now: number
}

/** The table has seven columns. */
const tooNarrowForTable = 'not all and (min-width: 64rem)'

/** With the filters. */
export function SourceList({ rows, view, now }: ListProps) {
  const messages = useMessages(statusMessages)
  useContent(true)
  const isNarrow = useNarrow(tooNarrowForTable)
  const { filter, order, maxRows, changeFilter, showMore } = view
  const { shown, folded } = useMemo(() => filtered(rows, filter), [rows, filter])
  const ordered = useMemo(() => sorted(shown, order), [shown, order])
  const page = ordered.slice(0, maxRows)
  const remaining = Math.min(ordered.length - page.length, pageSize)
  return (
    <section aria-label={messages.section.sources}>
      <SourceFilters rows={rows} view={view} isNarrow={isNarrow} />
      <p role="status" class="figures my-2 text-sm text-soft">
        {messages.count(page.length, shown.length)}
      </p>
      {page.length === 0 && <NoSources view={view} />}
      {page.length > 0 && isNarrow && <SourceCards rows={page} now={now} />}
      {page.length > 0 && !isNarrow && <SourceTable rows={page} order={order} now={now} onSort={view.sortBy} />}
      <div class="my-4 flex flex-wrap justify-center gap-2">
        {remaining > 0 && <Button onClick={showMore}>{messages.more(remaining)}</Button>}
        {folded > 0 && (
          <Button look="quiet" onClick={() => changeFilter({ isAllShown: true })}>
            {messages.folded(folded)}
          </Button>
        )}
      </div>
      {page.length > 0 && <FailureKindHelp />}
    </section>
  )
}

function NoSources({ view: { filter, replaceFilter } }: { readonly view: SourcesView }) {
  const messages = useMessages(statusMessages)
  if (!isFiltered(filter)) return <EmptyState icon={SearchX} title={messages.noIdle} text={messages.nothingAsked} />
  return (
    <EmptyState icon={SearchX} title={messages.noMatch} text={messages.noMatchNext}>
      <Button onClick={() => replaceFilter({})}>{messages.clear}</Button>
    </EmptyState>
  )
}

/** Explanation of the kinds of failure, loaded when opened. */
function FailureKindHelp() {
  const messages = useMessages(statusMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="mb-6 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="inline-flex min-h-9 items-center rounded-lg px-2 text-soft hover:text-ink">
        {messages.meanings}
      </summary>
      {isOpen && <MeaningList />}
    </details>
  )
}

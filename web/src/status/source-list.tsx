// Filtered sources, paged: as a table, or as cards on narrow screens.

import { SearchX } from 'lucide-preact'
import { useMemo, useState } from 'preact/hooks'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { late } from '../parts/late.tsx'
import { useNarrow } from '../parts/narrow.ts'
import { StatePage } from '../parts/state-page.tsx'
import { SourceCards } from './source-cards.tsx'
import { SourceFilters } from './source-filters.tsx'
import { SourceTable } from './source-table.tsx'
import { filtered, isFiltered, type SourceRow, sorted } from './sources.ts'
import { pageSize, type WantedSources } from './use-filter.ts'
import { statusWords } from './words.ts'

const MeaningList = late(async () => (await import('./meanings.tsx')).MeaningList)

interface ListProps {
  readonly rows: readonly SourceRow[]
  readonly wanted: WantedSources
  /** Server time, in epoch milliseconds. */
  readonly now: number
}

/** With the filters. */
export function SourceList({ rows, wanted, now }: ListProps) {
  const messages = useWords(statusWords)
  const isNarrow = useNarrow()
  const { filter, order, most, narrow, showMore } = wanted
  const { shown, folded } = useMemo(() => filtered(rows, filter), [rows, filter])
  const ordered = useMemo(() => sorted(shown, order), [shown, order])
  const page = ordered.slice(0, most)
  const left = Math.min(ordered.length - page.length, pageSize)
  return (
    <section aria-label={messages.section.sources}>
      <SourceFilters rows={rows} wanted={wanted} isNarrow={isNarrow} />
      <p role="status" class="figures my-2 text-sm text-soft">
        {messages.count(page.length, shown.length)}
      </p>
      {page.length === 0 && <Nothing wanted={wanted} />}
      {page.length > 0 && isNarrow && <SourceCards rows={page} now={now} />}
      {page.length > 0 && !isNarrow && <SourceTable rows={page} order={order} now={now} onSort={wanted.sortBy} />}
      <div class="my-4 flex flex-wrap justify-center gap-2">
        {left > 0 && <Button onClick={showMore}>{messages.more(left)}</Button>}
        {folded > 0 && (
          <Button look="quiet" onClick={() => narrow({ isAllShown: true })}>
            {messages.folded(folded)}
          </Button>
        )}
      </div>
      {page.length > 0 && <Meanings />}
    </section>
  )
}

function Nothing({ wanted: { filter, show } }: { readonly wanted: WantedSources }) {
  const messages = useWords(statusWords)
  if (!isFiltered(filter)) return <StatePage icon={SearchX} title={messages.noIdle} text={messages.nothingAsked} />
  return (
    <StatePage icon={SearchX} title={messages.noMatch} text={messages.noMatchNext}>
      <Button onClick={() => show({})}>{messages.clear}</Button>
    </StatePage>
  )
}

/** Explanation of the kinds of failure, loaded when opened. */
function Meanings() {
  const messages = useWords(statusWords)
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

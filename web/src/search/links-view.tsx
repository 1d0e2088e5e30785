// Results by link: header, tabs by cloud, tools, and the rows or why there are none.
import { useId } from 'preact/hooks'
import type { MutedState } from '../muted/use-muted.ts'
import { useMessages } from '../use-messages.ts'
import { CloudTabs } from './cloud-tabs.tsx'
import type { HiddenBy } from './empty-results.tsx'
import { EndNotice } from './end-notice.tsx'
import { searchMessages } from './messages.ts'
import { ResultTools } from './result-tools.tsx'
import { ResultsHeader } from './results-header.tsx'
import { ResultsPlaceholder } from './results-placeholder.tsx'
import type { ResultsViewProps } from './results-view-props.ts'
import { RowList } from './row-list.tsx'
import type { SearchState } from './search-state.ts'
import type { ArrangedRows } from './sort-rows.ts'
import { StickyTools } from './sticky-tools.tsx'
import { useVisibleRows } from './visible-rows.ts'
import { ExportButton, ViewButton } from './works/view-buttons.tsx'

export function LinksView({ ask, search, checking, reading, selection, panel, onChange, onAsk }: ResultsViewProps) {
  const { session } = search
  const messages = useMessages(searchMessages)
  const isReading = reading.isReading.value
  const { rows, waiting, arranged, muted } = useVisibleRows({ ask, session, checking, isReading })
  const id = useId()
  const exported = () => {
    const keys = selection.keys.peek()
    return arranged.rows
      .filter(({ key }) => keys.size === 0 || keys.has(key))
      .map((row) => ({ title: row.title, year: null, links: [row], best: [row] }))
  }
  return (
    <>
      <ResultsHeader ask={ask} session={session} shown={arranged.counts.get('all') ?? 0} />
      <EndNotice session={session} isReading={isReading} />
      <StickyTools kw={ask.kw} selection={selection}>
        <CloudTabs ask={ask} counts={arranged.counts} panelId={id} onChange={onChange} />
      </StickyTools>
      <ResultTools ask={ask} arranged={arranged} onChange={onChange}>
        <ViewButton ask={ask} onChange={onChange} />
        <ExportButton exported={exported} selection={selection} />
      </ResultTools>
      <div
        ref={panel}
        id={id}
        role="tabpanel"
        aria-label={messages.results}
        tabIndex={-1}
        class="min-h-[70vh] outline-none"
      >
        {muted.line && <div class="min-h-9">{muted.line}</div>}
        {rows.length > 0 && <RowList {...{ ask, rows, waiting, search, checking, reading, selection }} />}
        <ResultsPlaceholder
          {...{ ask, session, onChange, onAsk }}
          isFilled={rows.length > 0}
          // Rows of other tabs do not count as filtered: more of this tab may still arrive.
          isFiltered={session.rows.value.some(({ type }) => ask.tab === 'all' || ask.tab === type)}
          hiddenBy={hiddenBy(ask, arranged, muted)}
          onShowMuted={muted.reveal}
        />
      </div>
    </>
  )
}

function hiddenBy({ tab }: SearchState, { filtered, dead, counts }: ArrangedRows, muted: MutedState) {
  return [
    ...(filtered > 0 ? (['words'] as const) : []),
    ...(dead > 0 ? (['dead'] as const) : []),
    ...(tab !== 'all' && (counts.get('all') ?? 0) > 0 ? (['tab'] as const) : []),
    ...(muted.isHiding ? (['muted'] as const) : []),
  ] satisfies readonly HiddenBy[]
}

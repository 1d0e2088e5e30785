// Results of a search: header, tabs, tools, and the rows or why there are none.
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { now } from '../clock.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import type { SearchAsk } from './ask.ts'
import { createChecking } from './checking.ts'
import { CloudTabs } from './cloud-tabs.tsx'
import { InsteadOfRows } from './instead-of-rows.tsx'
import { useReading } from './reading.ts'
import type { RecentSearch } from './recent.ts'
import { ResultsHead } from './results-head.tsx'
import { RowList } from './row-list.tsx'
import { useShownRows } from './shown-rows.ts'
import { Tools } from './tools.tsx'
import { searchWords } from './words.ts'

interface ResultsProps {
  readonly ask: SearchAsk
  readonly search: RecentSearch
  /** Changes how the results are displayed. */
  readonly onChange: (part: Partial<SearchAsk>) => void
  /** Starts another search. */
  readonly onAsk: (ask: SearchAsk) => void
}

export function Results({ ask, search, onChange, onAsk }: ResultsProps) {
  const { finding } = search
  const { asking, pass } = usePage()
  const messages = useWords(searchWords)
  const panel = useRef<HTMLDivElement>(null)
  const reading = useReading(panel, finding)
  // A new credential may allow more checks.
  const checking = useMemo(() => createChecking({ asking, epochMs: now }), [asking, pass.value])
  useEffect(() => () => checking.stop(), [checking])
  const shown = useShownRows({ ask, finding, checking, isReading: reading.isReading.value })
  const id = useId()
  const proof = useRef(pass.value)
  useEffect(() => {
    // After login, a rejected request is repeated.
    const isNew = proof.current !== pass.value
    proof.current = pass.value
    if (isNew && finding.progress.peek().phase === 'refused') finding.start()
  }, [pass.value, finding])
  useOnline(finding)
  const hasRows = shown.rows.length > 0
  return (
    <section aria-label={messages.results} class="mx-auto max-w-6xl">
      <ResultsHead finding={finding} />
      <CloudTabs ask={ask} counts={shown.arranged.counts} panelId={id} onChange={onChange} />
      {(finding.progress.value.phase === 'asking' || finding.rows.value.length > 0) && (
        <Tools ask={ask} arranged={shown.arranged} onChange={onChange} />
      )}
      <div
        ref={panel}
        id={id}
        role="tabpanel"
        aria-label={messages.results}
        tabIndex={-1}
        class="min-h-[70vh] outline-none"
      >
        {hasRows && (
          <RowList
            ask={ask}
            rows={shown.rows}
            waiting={shown.waiting}
            search={search}
            checking={checking}
            reading={reading}
          />
        )}
        <InsteadOfRows isFilled={hasRows} {...{ ask, finding, onChange, onAsk }} arranged={shown.arranged} />
      </div>
    </section>
  )
}

/** Repeats a request that failed offline once the browser is online; the full-page error may not have been loaded. */
function useOnline(finding: RecentSearch['finding']): void {
  useEffect(() => {
    const goOn = () => {
      const { phase, error } = finding.progress.peek()
      if (phase === 'refused' && error?.refusal === 'offline') finding.start()
    }
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [finding])
}

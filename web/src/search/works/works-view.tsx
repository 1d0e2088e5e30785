// Results by work: header, filters, and the cards or why there are none.

import { useMessages } from '../../use-messages.ts'
import { EndNotice } from '../end-notice.tsx'
import { ResultsHeader } from '../results-header.tsx'
import { ResultsPlaceholder } from '../results-placeholder.tsx'
import type { ResultsViewProps } from '../results-view-props.ts'
import { StickyTools } from '../sticky-tools.tsx'
import type { ExportedWork } from './export-links.ts'
import { useMyClouds } from './my-clouds.ts'
import { useAfterResults } from './use-after-results.ts'
import { confirmedHealth, useVisibleWorks } from './use-visible-works.ts'
import { WorkList } from './work-list.tsx'
import { bestLinks } from './work-pills.ts'
import { worksMessages } from './works-messages.ts'

const none = [] as const

export function WorksView({ ask, search, checking, reading, selection, panel, onChange, onAsk }: ResultsViewProps) {
  const { session } = search
  const messages = useMessages(worksMessages)
  const late = useAfterResults()
  const myClouds = useMyClouds()
  const mine = myClouds.clouds.value
  const clouds = myClouds.isOnly.value ? mine : none
  const isReading = reading.isReading.value
  const arranged = useVisibleWorks({ ask, session, checking, isReading, clouds })
  const { works, hiddenBy, muted } = arranged
  const total = session.works.value.length
  const hasEnded = session.progress.value.phase !== 'asking'
  const exported = (): readonly ExportedWork[] => {
    const keys = selection.keys.peek()
    const stateOf = confirmedHealth(checking)
    return works
      .filter(({ work }) => keys.size === 0 || keys.has(work.key))
      .map(({ work: { title, year }, links }) => ({ title, year, links, best: bestLinks(links, mine, stateOf) }))
  }
  return (
    <div>
      <ResultsHeader
        ask={ask}
        session={session}
        shown={works.reduce((sum, { links }) => sum + links.length, 0)}
        works={works.length < total ? messages.worksOf(works.length, total) : messages.works(total)}
      />
      <EndNotice session={session} isReading={isReading} />
      <StickyTools kw={ask.kw} selection={selection}>
        {late && <late.WorkTools {...{ ask, arranged, myClouds, exported, selection, onChange }} hasEnded={hasEnded} />}
      </StickyTools>
      <div ref={panel} tabIndex={-1} class="min-h-[70vh] outline-none">
        {muted.line && <div class="min-h-9">{muted.line}</div>}
        {works.length > 0 && <WorkList {...{ ask, works, search, checking, reading, selection, mine }} />}
        <ResultsPlaceholder
          {...{ ask, session, onChange, onAsk }}
          isFilled={works.length > 0}
          isFiltered={total > 0}
          hiddenBy={[
            ...(hiddenBy.attributes ? (['attributes'] as const) : []),
            ...(hiddenBy.dead ? (['dead'] as const) : []),
            ...(hiddenBy.clouds ? (['clouds'] as const) : []),
            ...(muted.isHiding ? (['muted'] as const) : []),
          ]}
          onShowMuted={muted.reveal}
          onShowAllClouds={() => myClouds.isOnly.set(false)}
        />
      </div>
    </div>
  )
}

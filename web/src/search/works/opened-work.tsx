// The work that is opened from the results: its address, which going back leaves, and its dialog.
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { CollectedWork } from '../../../../client/work-collector.ts'
import { Dialog } from '../../components/dialog.tsx'
import { useOpened } from '../../components/use-opened.ts'
import type { WorkContext } from '../list-context.ts'
import type { SearchSession } from '../search-session.ts'
import { workTitle } from './export-links.ts'
import { WorkContent } from './work-content.tsx'

interface OpenedProps extends Omit<WorkContext, 'work'> {
  readonly workKey: string
  readonly session: SearchSession
}

/** An address that was sent may name a work that the search does not find: the archive may have it. */
export function OpenedWork({ workKey, session, checking, mine }: OpenedProps) {
  const { route } = useLocation()
  const { close } = useOpened('work')
  const work = useWork(workKey, session.works.value)
  const isUnknown = !work && session.progress.value.phase === 'done'
  useEffect(() => {
    if (isUnknown) route(`/?${new URLSearchParams({ work: workKey })}`, true)
  }, [isUnknown])
  if (!work) return null
  return (
    <Dialog title={workTitle(work)} onClose={close} isAside>
      <WorkContent {...{ work, checking, mine }} />
    </Dialog>
  )
}

/** The work with this key. It stays open when more becomes known about it, which may give it another key: its links show which one it is. */
function useWork(key: string, works: readonly CollectedWork[]): CollectedWork | undefined {
  const last = useRef<CollectedWork>()
  const known = new Set(last.current?.links.map((link) => link.key))
  const found =
    works.find((work) => work.key === (last.current?.key ?? key)) ??
    works.find(({ links }) => links.some((link) => known.has(link.key))) ??
    last.current
  last.current = found
  return found
}

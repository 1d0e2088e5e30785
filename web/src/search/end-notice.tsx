// Says above the results that Telegram cannot be reached.
import { loadProblems, useLazyModule } from './lazy-parts.ts'
import type { SearchSession } from './search-session.ts'

interface EndNoticeProps {
  readonly session: SearchSession
  readonly isReading: boolean
}

/** After a search with failures; without any answer, the reasons are shown in place of the rows. It does not move rows that are being read. */
export function EndNotice({ session, isReading }: EndNoticeProps) {
  const progress = session.progress.value
  const isNeeded = progress.phase === 'done' && progress.failed > 0 && progress.answered > 0
  const problems = useLazyModule(loadProblems, isNeeded && !isReading)
  return isNeeded && problems ? <problems.TelegramNotice of={progress} /> : null
}

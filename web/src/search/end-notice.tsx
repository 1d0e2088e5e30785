// Says above the results that Telegram cannot be reached.
import { useRef } from 'preact/hooks'
import { lazyComponent } from '../components/lazy.tsx'
import type { SearchSession } from './search-session.ts'

const TelegramNotice = lazyComponent(
  async () => (await import('./problems.tsx')).TelegramNotice,
  () => null,
)

interface EndNoticeProps {
  readonly session: SearchSession
  readonly isReading: boolean
}

/** After a search with failures; without any answer, the reasons are shown in place of the rows. It does not move rows that are being read. */
export function EndNotice({ session, isReading }: EndNoticeProps) {
  const progress = session.progress.value
  const isNeeded = progress.phase === 'done' && progress.failed > 0 && progress.answered > 0
  const isShown = useRef(false)
  isShown.current = isNeeded && (isShown.current || !isReading)
  return isShown.current ? <TelegramNotice of={progress} /> : null
}

// Shown in place of a report that only administrators may see: why, and how to get access.
import { KeyRound } from 'lucide-preact'
import type { AskError } from '../fetching.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { RefusalPage } from '../parts/refusal-page.tsx'
import { StatePage } from '../parts/state-page.tsx'
import { reportWords } from './report-words.ts'

interface UnavailableProps {
  readonly error: AskError
  readonly onRetry: () => void
}

export function Unavailable({ error, onRetry }: UnavailableProps) {
  const isLocked = error.refusal === 'unauthorized' || error.refusal === 'forbidden'
  return isLocked ? <Locked error={error} /> : <RefusalPage error={error} onRetry={onRetry} />
}

function Locked({ error }: { readonly error: AskError }) {
  const messages = useWords(reportWords)
  const { entering, pass } = usePage()
  const hasPass = pass.value !== ''
  const open = () => {
    entering.value = true
  }
  const why = {
    unauthorized: hasPass ? messages.locked.wrongPass : messages.locked.noPass,
    forbidden: hasPass ? messages.locked.hereWithPass : messages.locked.here,
  }
  return (
    <StatePage
      icon={KeyRound}
      title={messages.lockedTitle}
      text={error.refusal === 'unauthorized' ? why.unauthorized : why.forbidden}
    >
      <Button look="main" onClick={open}>
        {messages.enter}
      </Button>
      <p class="basis-full text-xs text-soft">{error.message}</p>
    </StatePage>
  )
}

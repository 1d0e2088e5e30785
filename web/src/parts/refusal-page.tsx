// Full-page error: why a request failed and what to do.
import { Clock, KeyRound, type LucideIcon, ServerCrash, TriangleAlert, WifiOff } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import type { AskError, Refusal } from '../fetching.ts'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { usePage } from '../page.ts'
import { Button } from './button.tsx'
import { StatePage } from './state-page.tsx'

const icons: Partial<Record<Refusal, LucideIcon>> = {
  offline: WifiOff,
  unreachable: ServerCrash,
  unauthorized: KeyRound,
  forbidden: KeyRound,
  rate: Clock,
  busy: Clock,
  serverError: ServerCrash,
}

interface RefusalProps {
  readonly error: AskError
  readonly onRetry?: (() => void) | undefined
}

/** Retries automatically when the browser is online again. */
export function RefusalPage({ error, onRetry }: RefusalProps) {
  const messages = useWords(frameWords)
  const { entering } = usePage()
  const { refusal, retryAfterS, message } = error
  const next = retryAfterS === undefined ? messages.nextSteps[refusal] : messages.waitSeconds(retryAfterS)
  useEffect(() => {
    if (refusal !== 'offline' || !onRetry) return
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  })
  const isNetwork = refusal === 'offline' || refusal === 'unreachable'
  return (
    <StatePage icon={icons[refusal] ?? TriangleAlert} title={messages.refusals[refusal]} text={next} isAlert>
      {refusal === 'unauthorized' && (
        <Button
          look="main"
          onClick={() => {
            entering.value = true
          }}
        >
          {messages.login}
        </Button>
      )}
      {onRetry && (
        <Button look={refusal === 'unauthorized' ? 'plain' : 'main'} onClick={onRetry}>
          {messages.retry}
        </Button>
      )}
      {!isNetwork && <p class="basis-full text-xs text-soft">{message}</p>}
    </StatePage>
  )
}

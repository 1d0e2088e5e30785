// Panel that explains why a list is stale.
import type { BatchResult, SourceRecord } from '../../../src/contract/hotlist.ts'
import { displayNow } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { formatAge } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { hotMessages } from './messages.ts'
import { useRefresh } from './use-refresh.ts'

export const Reason = lazyComponent(async () => (await import('../components/reason.tsx')).Reason)

interface StaleReasonProps {
  readonly record: SourceRecord
  readonly error: NonNullable<BatchResult['error']>
  /** Time of the displayed data. */
  readonly at: number | null
}

/** Our message, the age of the data, and the reason of the failure. */
export function StaleReasonPanel({ record, error, at }: StaleReasonProps) {
  const messages = useMessages(hotMessages)
  const language = usePreferences().language.value
  const { refresh } = useRefresh()
  return (
    <div class="mx-3 mb-2 rounded-lg bg-warn-wash p-3 text-xs">
      <p class="font-medium text-warn">{messages.kinds[error.kind]}</p>
      {at !== null && <p class="mt-1">{messages.lastGood(formatAge(at, displayNow.value, language))}</p>}
      {error.reason && (
        <p class="mt-1 text-soft">
          <Reason reason={error.reason} />
        </p>
      )}
      <Button class="mt-2" onClick={() => refresh(record.id)}>
        {messages.again}
      </Button>
    </div>
  )
}

// Panel that explains why a list is stale.
import type { BatchResult, SourceRecord } from '../../../src/contract/hotlist.ts'
import { ageText } from '../ages.ts'
import { shownNow } from '../clock.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import { Button } from '../parts/button.tsx'
import { useRenewing } from './use-renewing.ts'
import { hotWords } from './words.ts'

interface WhyProps {
  readonly record: SourceRecord
  readonly error: NonNullable<BatchResult['error']>
  /** Time of the displayed data. */
  readonly at: number | null
}

/** Our message, the age of the data, and the server's error text. */
export function WhyPanel({ record, error, at }: WhyProps) {
  const messages = useWords(hotWords)
  const language = useChoices().language.value
  const { renew } = useRenewing()
  return (
    <div class="mx-3 mb-2 rounded-lg bg-warn-wash p-3 text-xs">
      <p class="font-medium text-warn">{messages.kinds[error.kind]}</p>
      {at !== null && <p class="mt-1">{messages.lastGood(ageText(at, shownNow.value, language))}</p>}
      <p class="mt-1 text-soft">{error.message}</p>
      <Button class="mt-2" onClick={() => renew(record.id)}>
        {messages.again}
      </Button>
    </div>
  )
}

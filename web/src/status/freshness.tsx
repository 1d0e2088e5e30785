// Age of a report, refresh button, and error of the last refresh.
import { RefreshCw } from 'lucide-preact'
import { ageText } from '../ages.ts'
import { shownNow } from '../clock.ts'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import { Button } from '../parts/button.tsx'
import type { Asked } from './asking.ts'
import { statusWords } from './words.ts'

/** Same height before and after the first response. */
export function Freshness({ asked }: { readonly asked: Asked<unknown> }) {
  const messages = useWords(statusWords)
  const { language } = useChoices()
  const { report, cameAt, isAsking, ask } = asked
  return (
    <div class="flex min-h-9 items-center gap-2 text-sm text-soft">
      {report !== undefined && <span>{messages.asOf(ageText(cameAt, shownNow.value, language.value))}</span>}
      <Button look="quiet" onClick={ask}>
        <RefreshCw size={16} aria-hidden="true" class={isAsking ? 'motion-safe:animate-spin' : ''} />
        {messages.refresh}
      </Button>
    </div>
  )
}

/** Warns that the last refresh failed and older data is shown. */
export function StaleSign({ asked: { report, error } }: { readonly asked: Asked<unknown> }) {
  const messages = useWords(statusWords)
  const { refusals } = useWords(frameWords)
  if (report === undefined || !error) return null
  return (
    <p role="status" class="mb-3 rounded-lg bg-warn-wash px-3 py-2 text-sm text-warn">
      {messages.stale(refusals[error.refusal])}
    </p>
  )
}

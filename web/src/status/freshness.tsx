// How old what is shown is, why it is not newer, and a button to ask again.
import { RefreshCw } from 'lucide-preact'
import { ageText } from '../ages.ts'
import { shownNow } from '../clock.ts'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import { Button } from '../parts/button.tsx'
import type { Asked } from './asking.ts'
import { statusWords } from './words.ts'

/** A line of it; as high before the first answer as after. */
export function Freshness({ asked }: { readonly asked: Asked<unknown> }) {
  const words = useWords(statusWords)
  const { language } = useChoices()
  const { report, cameAt, isAsking, ask } = asked
  return (
    <div class="flex min-h-9 items-center gap-2 text-sm text-soft">
      {report !== undefined && <span>{words.asOf(ageText(cameAt, shownNow.value, language.value))}</span>}
      <Button look="quiet" onClick={ask}>
        <RefreshCw size={16} aria-hidden="true" class={isAsking ? 'motion-safe:animate-spin' : ''} />
        {words.refresh}
      </Button>
    </div>
  )
}

/** Says that the last refresh failed, where something older is shown. */
export function StaleSign({ asked: { report, error } }: { readonly asked: Asked<unknown> }) {
  const words = useWords(statusWords)
  const { refusals } = useWords(frameWords)
  if (report === undefined || !error) return null
  return (
    <p role="status" class="mb-3 rounded-lg bg-warn-wash px-3 py-2 text-sm text-warn">
      {words.stale(refusals[error.refusal])}
    </p>
  )
}

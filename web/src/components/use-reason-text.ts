// Why a source failed, as of now, in the selected language.
import { reasonText } from '../../../src/contract/reason-text.ts'
import type { Reason } from '../../../src/contract/reasons.ts'
import { displayNow } from '../clock.ts'
import { formatAge } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'

export function useReasonText(): (reason: Reason) => string {
  const language = usePreferences().language.value
  return (reason) => reasonText(reason, language, (at) => formatAge(at, displayNow.value, language))
}

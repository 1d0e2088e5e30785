// Why a source failed, as of now, in the selected language.
import type { Reason } from '../../../src/contract/reasons.ts'
import { displayNow } from '../clock.ts'
import { usePreferences } from '../page-context.ts'
import { reasonText } from './reason-text.ts'

export function useReasonText(): (reason: Reason) => string {
  const language = usePreferences().language.value
  return (reason) => reasonText(reason, language, displayNow.value)
}

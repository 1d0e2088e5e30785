// Why a source failed, as the terminal says it.
import { reasonText } from '../../contract/reason-text.ts'
import type { Reason } from '../../contract/reasons.ts'
import { failureKinds } from '../../upstream/errors.ts'
import { formatAgeLong } from './format-units.ts'
import type { Screen } from './screen.ts'

interface Failed {
  readonly kind: string
  readonly detail: string
  readonly reason?: Reason | undefined
}

/** The kind and the sentence; in Chinese the words of the page for its reason. */
export function failureText({ kind, detail, reason }: Failed, { language, now, translate }: Screen): string {
  if (language === 'en') return `${kind}: ${detail}`
  const code = failureKinds.find((known) => known === kind)
  const known = reason ?? (code && { code })
  return known ? reasonText(known, language, (at) => formatAgeLong(at, now, language)) : translate(detail)
}

// Why a source failed, as a part that is loaded when something has failed.
import type { Reason as ReasonOf } from '../../../src/contract/reasons.ts'
import { useReasonText } from './use-reason-text.ts'

export function Reason({ reason }: { readonly reason: ReasonOf }) {
  return <>{useReasonText()(reason)}</>
}

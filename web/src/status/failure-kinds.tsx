// Explains the kinds of failure.
import { useMessages } from '../use-messages.ts'
import { failureKindMessages } from './failure-kind-messages.ts'
import { statusMessages } from './messages.ts'

const kinds = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open'] as const

export function FailureKindList() {
  const { failure } = useMessages(statusMessages)
  const meaning = useMessages(failureKindMessages)
  return (
    <dl class="mt-2 grid gap-x-4 gap-y-2 px-2 sm:grid-cols-[auto_1fr]">
      {kinds.map((kind) => (
        <div key={kind} class="contents">
          <dt class="font-medium">{failure[kind]}</dt>
          <dd class="text-soft">{meaning[kind]}</dd>
        </div>
      ))}
    </dl>
  )
}

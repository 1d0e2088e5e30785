// The line that counts the channels and sites that can be searched, and says whether they answer.
import { useEffect, useState } from 'preact/hooks'
import type { HealthResponse } from '../../../../src/contract/search.ts'
import { usePage } from '../../page-context.ts'
import { frontMessages } from './front-messages.ts'

const dots = { ok: 'bg-good', degraded: 'bg-warn', down: 'bg-bad', unknown: 'border border-edge' } as const

/** After a start, the check of Telegram takes some seconds. */
const unknownAgainMs = 3_000

/** Its height is the same before the answer; it stays empty if there is none. */
export function ScopeLine() {
  const messages = frontMessages.use()
  const { api } = usePage()
  const [health, setHealth] = useState<HealthResponse | undefined>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    api
      .json<HealthResponse>('/api/health', { signal: controller.signal, isBackground: true })
      .then(setHealth, () => undefined)
    return () => controller.abort()
  }, [api, tries])
  const state = health?.status_basis === 'none' ? 'unknown' : health?.status
  useEffect(() => {
    if (state !== 'unknown') return
    const timer = setTimeout(() => setTries((count) => count + 1), unknownAgainMs)
    return () => clearTimeout(timer)
  }, [state, health])
  if (health?.telegram.state === 'unreachable') return <Unreachable />
  return (
    <p class="flex h-9 items-center justify-center text-sm text-soft">
      {health && state && (
        <a href="/status" class="inline-flex min-h-9 items-center gap-2 hover:text-ink hover:underline">
          <span aria-hidden="true" class={`size-2 rounded-full ${dots[state]}`} />
          <span class="figures">{messages.scope(health.channels_count, health.plugin_count, messages[state])}</span>
        </a>
      )}
    </p>
  )
}

/** The way on stands here, because most searches would bring nothing. */
function Unreachable() {
  const { telegram, telegramHint } = frontMessages.use()
  return (
    <div role="status" class="text-center text-sm">
      <a href="/settings#proxy" class="inline-flex min-h-9 items-center gap-2 font-medium hover:underline">
        <span aria-hidden="true" class="size-2 rounded-full bg-bad" />
        {telegram}
      </a>
      <p class="text-soft">{telegramHint}</p>
    </div>
  )
}

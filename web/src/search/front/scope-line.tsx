// How many channels and sites can be searched, and whether that works.
import { useEffect, useState } from 'preact/hooks'
import type { HealthResponse } from '../../../../src/contract/search.ts'
import { usePage } from '../../page-context.ts'
import { useMessages } from '../../use-messages.ts'
import { frontMessages } from './front-messages.ts'

const dots = { ok: 'bg-good', degraded: 'bg-warn', down: 'bg-bad' } as const

/** Its height is the same before the answer; it stays empty if there is none. */
export function ScopeLine() {
  const messages = useMessages(frontMessages)
  const { api } = usePage()
  const [health, setHealth] = useState<HealthResponse | undefined>()
  useEffect(() => {
    const controller = new AbortController()
    api
      .json<HealthResponse>('/api/health', { signal: controller.signal, isBackground: true })
      .then(setHealth, () => undefined)
    return () => controller.abort()
  }, [api])
  return (
    <p class="flex h-9 items-center justify-center text-sm text-soft">
      {health && (
        <a href="/status" class="inline-flex min-h-9 items-center gap-2 hover:text-ink hover:underline">
          <span aria-hidden="true" class={`size-2 rounded-full ${dots[health.status]}`} />
          <span class="figures">
            {messages.scope(health.channels_count, health.plugin_count, messages[health.status])}
          </span>
        </a>
      )}
    </p>
  )
}

// The number of events since the last look, for the badge. Asks only in browsers that have seen watches.
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { WatchEventsAnswer } from '../../../src/contract/watches.ts'
import { usePage } from '../page-context.ts'
import { createMessages } from '../use-messages.ts'
import { createLastLook } from './last-look.ts'
export const badgeMessages = createMessages({
  unseen: [(count: number) => `${count} 条新的`, (count: number) => `${count} new`],
})

const pollMs = 5 * 60_000

export function useUnseenCount(): number {
  const { api, storage, credential } = usePage()
  const [count, setCount] = useState(0)
  const since = useMemo(() => createLastLook(storage), [storage]).value
  const token = credential.value
  useEffect(() => {
    setCount(0)
    if (since === 0) return
    const controller = new AbortController()
    const ask = () => {
      if (document.hidden) return
      const options = { signal: controller.signal, isBackground: true }
      // A failure leaves the number as it is: the view shows the error.
      api.json<WatchEventsAnswer>(`/api/v1/watches/events?since=${since}&limit=1`, options).then(
        ({ total }) => setCount(total),
        () => undefined,
      )
    }
    ask()
    const timer = setInterval(ask, pollMs)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [api, since, token])
  return count
}

// The checks of links while a view shows some.
import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { now } from '../clock.ts'
import { usePage } from '../page-context.ts'
import { browserTimers } from '../timers.ts'
import type { LinkChecking } from './link-checking.ts'
import { useAfterResults } from './works/use-after-results.ts'

const nothing = signal(undefined)

/** Until they are loaded, nothing is checked. */
const noLinkChecking: LinkChecking = {
  stateOf: () => nothing,
  version: signal(0),
  setVisibleRows: () => undefined,
  stop: () => undefined,
}

/** A new credential may allow more checks. */
export function useChecking(): LinkChecking {
  const { api, credential } = usePage()
  const late = useAfterResults()
  const token = credential.value
  const checking = useMemo(
    () => late?.createLinkChecking({ api, epochMs: now, timers: browserTimers }) ?? noLinkChecking,
    [late, api, token],
  )
  useEffect(() => () => checking.stop(), [checking])
  return checking
}

// The health of a link, kept up to date.
import { useMemo } from 'preact/hooks'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { displayNow } from '../clock.ts'
import type { LinkChecking } from './link-checking.ts'
import { displayedHealth, type LinkHealth } from './link-health.ts'

/** Returns the health of a row; updates while the row is visible. */
export function useLinkHealth(row: Row, checking: LinkChecking): LinkHealth | undefined {
  const check = useMemo(() => checking.stateOf(row.key), [checking, row.key])
  return displayedHealth(row, check.value, displayNow.value)
}

// Until checks are loaded, nothing is checked.
import { signal } from '@preact/signals'
import type { LinkChecking } from './link-checking.ts'

const nothing = signal(undefined)

export const noLinkChecking: LinkChecking = {
  stateOf: () => nothing,
  version: signal(0),
  setVisibleRows: () => undefined,
  stop: () => undefined,
}

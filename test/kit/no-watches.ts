// Watches for tests of other parts: there are none.
import type { AppOptions } from '../../src/app/app-options.ts'

function notAsked(): never {
  throw new Error('not asked here')
}

export const noWatches: AppOptions['watches'] = {
  all: () => [],
  stateOf: notAsked,
  eventsOf: async () => [],
  add: notAsked,
  put: notAsked,
  remove: notAsked,
  visible: () => [],
  notifiersFor: () => [],
  find: notAsked,
  requireChange: notAsked,
  feeds: { hasToken: async () => undefined, renew: notAsked, revoke: notAsked, find: notAsked },
}

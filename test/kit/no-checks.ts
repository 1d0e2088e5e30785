// The part of a service that checks no links, for tests of something else.
import type { AppParts } from './app-parts.ts'

export const noChecks: Pick<AppParts, 'checkLinks' | 'checkDeadlineMs'> = {
  checkLinks: () => {
    throw new Error('no link should be checked here')
  },
  checkDeadlineMs: 10_000,
}

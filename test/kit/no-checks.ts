// A service part without link checks, for tests of other features.
import type { AppParts } from './app-parts.ts'

export const noChecks: Pick<AppParts, 'checkLinks' | 'checkDeadlineMs'> = {
  checkLinks: () => {
    throw new Error('no link should be checked here')
  },
  checkDeadlineMs: 10_000,
}

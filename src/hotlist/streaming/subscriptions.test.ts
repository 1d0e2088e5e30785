// What new subscriptions know of existing bans.
import { expect, it } from 'vitest'
import { createTestBans } from '../../../test/kit/disk.ts'
import { makeClock } from '../../../test/kit/wire.ts'
import { createVersionCounters } from '../../upstream/cache/versions.ts'
import { createSubscriptions } from './subscriptions.ts'

it.each([
  ['is taken to have changed at the start', 'when there is a ban', true],
  ['never changed', 'when there is none', false],
])('what is banned %s %s: what an earlier process told may hold it', (_so, _when, isBanned) => {
  const clock = makeClock()
  const begun = clock.epochMs()
  const following = createSubscriptions({
    versions: createVersionCounters(),
    bans: isBanned ? createTestBans(['word', 'pear']) : createTestBans(),
    refresher: { keepFresh: () => () => undefined },
    metrics: { gauge: () => undefined },
    epochMs: clock.epochMs,
  })
  clock.advance(60_000)
  expect(following.subscribe()?.bansChangedAt()).toBe(isBanned ? begun : Number.NEGATIVE_INFINITY)
})

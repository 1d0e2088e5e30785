// What new subscriptions know of existing bans.
import { expect, it } from 'vitest'
import { makeBans } from '../../test/kit/bans.ts'
import { makeClock } from '../../test/kit/wire.ts'
import { createVersions } from '../upstream/versions.ts'
import { createFollowing } from './following.ts'

it.each([
  ['is taken to have changed at the start', 'when there is a ban', true],
  ['never changed', 'when there is none', false],
])('what is banned %s %s: what an earlier process told may hold it', (_so, _when, isBanned) => {
  const clock = makeClock()
  const begun = clock.epochMs()
  const following = createFollowing({
    versions: createVersions(),
    bans: isBanned ? makeBans(['word', 'pear']) : makeBans(),
    refresher: { hold: () => () => undefined },
    metrics: { gauge: () => undefined },
    epochMs: clock.epochMs,
  })
  clock.advance(60_000)
  expect(following.begin()?.bansChangedAt()).toBe(isBanned ? begun : Number.NEGATIVE_INFINITY)
})

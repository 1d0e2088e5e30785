// Kills processes that write at random moments, as `npm run kill` does; acknowledged writes must survive, and the files must be whole.
import { expect, it } from 'vitest'
import { type KillResult, killWriter } from '../bench/kill/killer.ts'
import { seeded } from './kit/clocks.ts'

const seed = Math.floor(Math.random() * 2 ** 31)

/** `least`: acknowledged writes without which the kills prove nothing; a loaded machine acknowledges few. */
function expectNothingLost(results: readonly KillResult[], least: number): void {
  expect(
    results.flatMap(({ faults }) => faults),
    `seed ${seed}`,
  ).toEqual([])
  const acknowledged = results.reduce((sum, one) => sum + one.acknowledged, 0)
  expect(acknowledged).toBeGreaterThan(least)
}

it('answers and records that were acknowledged survive 200 kills, also while the file is created', {
  timeout: 900_000,
}, async () => {
  const results = await Promise.all(
    [seed, seed + 1].map((one) => killWriter({ name: 'answers', kills: 100, killsOfFolder: 20, random: seeded(one) })),
  )
  expectNothingLost(results, 1_000)
})

it('records and the newest answers survive kills while old answers are deleted to make room', async () => {
  const mustHave = (keys: readonly string[]) => [
    ...keys.filter((key) => key.startsWith('record')),
    ...keys.filter((key) => key.startsWith('answer')).slice(-3),
  ]
  const small = { maxBytes: 1_000_000, mustHave }
  expectNothingLost(
    [await killWriter({ name: 'answers', kills: 20, killsOfFolder: 10, random: seeded(seed + 2), ...small })],
    20,
  )
})

it('the index of the archive agrees with its links after each of 20 kills', async () => {
  const small = { maxBytes: 4_000_000, mustHave: (keys: readonly string[]) => keys.slice(-3) }
  expectNothingLost([await killWriter({ name: 'archive', kills: 20, random: seeded(seed + 3), ...small })], 20)
})

it('each refresh of the history is as it was written after 10 kills, also in days that were compressed', async () => {
  expectNothingLost([await killWriter({ name: 'history file', kills: 10, random: seeded(seed + 4) })], 20)
})

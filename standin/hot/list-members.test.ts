// Tests how list members change: few per step, every kind of change, deterministic; and the clock of steps.
import { expect, test } from 'vitest'
import { createSteps, type Life, membersAt } from './list-members.ts'

const orders = ['hottest', 'newest'] as const
const seeds = [1, 2, 3, 4, 5]
const lives: readonly Life[] = orders.flatMap((order) =>
  seeds.flatMap((seed) => [10, 30, 100].map((size) => ({ seed, list: `list ${seed}`, order, size }))),
)

function serialsAt(life: Life, step: number): number[] {
  return membersAt(life, step).map(({ serial }) => serial)
}

test('from one step to the next one to three members vanish, as many appear, and the others stay', () => {
  for (const life of lives) {
    for (let step = 0; step < 40; step++) {
      const before = new Set(serialsAt(life, step))
      const after = new Set(serialsAt(life, step + 1))
      const gone = before.difference(after).size
      expect(gone).toBeGreaterThanOrEqual(1)
      expect(gone).toBeLessThanOrEqual(3)
      expect(after.difference(before).size).toBe(gone)
      expect(after.size).toBe(life.size)
    }
  }
})

function changesAt(life: Life, step: number): string[] {
  const before = serialsAt(life, step)
  const after = serialsAt(life, step + 1)
  // Ranks among the remaining members; a new member above does not change them.
  const stayed = before.filter((serial) => after.includes(serial))
  const staying = after.filter((serial) => before.includes(serial))
  const moves = stayed.map((serial, place) => Math.sign(staying.indexOf(serial) - place))
  return [
    ...moves.map((move) => ['rose', 'stayed', 'fell'][move + 1] ?? ''),
    ...after.filter((serial) => !before.includes(serial)).map(() => 'appeared'),
    ...before.filter((serial) => !after.includes(serial)).map(() => 'vanished'),
  ]
}

test('within 20 steps members rise, fall, stay, appear and vanish in every list', () => {
  for (const life of lives) {
    const changes = new Set(Array.from({ length: 20 }, (_, step) => changesAt(life, step)).flat())
    const kinds = ['appeared', 'fell', 'rose', 'stayed', 'vanished']
    expect([...changes].toSorted(), `${life.order} ${life.seed} ${life.size}`).toEqual(kinds)
  }
})

test('the same seed, list and step give the same members, however far away; another seed or list gives others', () => {
  const life: Life = { seed: 7, list: 'baidu', order: 'hottest', size: 30 }
  const far = membersAt(life, 1_000_000)
  expect(membersAt(life, 1_000_000)).toEqual(far)
  expect(far.length).toBe(30)
  expect(membersAt({ ...life, seed: 8 }, 5)).not.toEqual(membersAt(life, 5))
  expect(membersAt({ ...life, list: 'tieba' }, 5)).not.toEqual(membersAt(life, 5))
})

test('a step passes whenever its length has passed on the clock', () => {
  let now = 5000
  const steps = createSteps(() => now, 60_000)
  expect(steps.now()).toBe(0)
  now += 59_999
  expect(steps.now()).toBe(0)
  now += 1
  expect(steps.now()).toBe(1)
  now = 0
  expect(steps.now()).toBe(0)
})

test('a step set by hand stays while the clock stands, and goes on by the clock', () => {
  let now = 0
  const steps = createSteps(() => now, 1000)
  steps.set(12)
  expect(steps.now()).toBe(12)
  now = 2500
  expect(steps.now()).toBe(14)
  steps.set(3)
  expect(steps.now()).toBe(3)
})

test.each([-1, 1.5, Number.NaN, 2e9])('%j is rejected as a step', (step) => {
  const steps = createSteps(() => 0, 1000)
  expect(() => steps.set(step)).toThrow('step must be a whole number from 0 to 1000000000')
})

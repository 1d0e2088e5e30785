// Seed: breaks plugin: A test reads no real clock
import { expect, test } from 'vitest'

test('is quick', () => {
  const begun = performance.now()
  expect(performance.now() - begun).toBeLessThan(5)
})

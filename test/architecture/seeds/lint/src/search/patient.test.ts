// Scenery: a test waits for an event, with a clock of its own.
import { expect, test } from 'vitest'

test('comes in the end', async () => {
  const epochMs = () => Date.now()
  await expect.poll(epochMs).toBeTypeOf('number')
})

// Seed: breaks plugin: A test reads no real clock
import { expect, test } from 'vitest'

test('is quick', () => expect(process.hrtime.bigint()).toBeLessThan(5))

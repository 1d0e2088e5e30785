// Seed: breaks plugin: A test reads no real clock
import { test } from 'vitest'

test('is quick', ({ annotate }) => annotate(String({ monotonicMs: performance.now })))

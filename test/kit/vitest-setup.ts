// Runs before each test file: raises the timeout of every `vi.waitFor` to at least that of `expect.poll`, for busy machines, and fixes the
// seed of generated cases, so that a run repeats the one before.
import fc from 'fast-check'
import { vi } from 'vitest'

fc.configureGlobal({ seed: 20_261_123 })

const waitFor = vi.waitFor

function waitPatiently<T>(callback: () => T | Promise<T>, options: Parameters<typeof waitFor>[1] = {}): Promise<T> {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { ...others, timeout: Math.max(timeout, 60_000) })
}

// Test files share a thread and this file runs before each; patch only once.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently

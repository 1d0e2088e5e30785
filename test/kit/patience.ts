// Raises the timeout of every `vi.waitFor` to at least that of `expect.poll`, for busy machines.
import { vi } from 'vitest'

const waitFor = vi.waitFor

function waitPatiently<T>(callback: () => T | Promise<T>, options: Parameters<typeof waitFor>[1] = {}): Promise<T> {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { ...others, timeout: Math.max(timeout, 20_000) })
}

// Test files share a thread and this file runs before each; patch only once.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently

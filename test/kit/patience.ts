// Raises the timeout of `vi.waitFor` from one second to that of `expect.poll`, for busy machines.
import { vi } from 'vitest'

const waitFor = vi.waitFor

function waitPatiently<T>(callback: () => T | Promise<T>, options: Parameters<typeof waitFor>[1] = {}): Promise<T> {
  return waitFor(callback, { timeout: 5_000, ...(typeof options === 'number' ? { timeout: options } : options) })
}

// Test files share a thread and this file runs before each; patch only once.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently

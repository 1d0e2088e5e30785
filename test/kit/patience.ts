// Vitest waits one second for what is waited for, which on a busy machine is little: here it waits as long as `expect.poll` does.
import { vi } from 'vitest'

const waitFor = vi.waitFor

function waitPatiently<T>(callback: () => T | Promise<T>, options: Parameters<typeof waitFor>[1] = {}): Promise<T> {
  return waitFor(callback, { timeout: 5_000, ...(typeof options === 'number' ? { timeout: options } : options) })
}

// Files share the thread they run in, and this runs before each of them.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently

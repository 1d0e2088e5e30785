// Garbage collection on request, also while another thread changes the options of V8.
import { setFlagsFromString } from 'node:v8'
import { expect, it, vi } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

vi.mock('node:v8', { spy: true })

it('collects nothing, and does not fail, when another thread took back the option in between', () => {
  setFlagsFromString('--no-expose-gc')
  vi.mocked(setFlagsFromString).mockImplementation(() => undefined)
  expect(collectGarbage).not.toThrow()
})

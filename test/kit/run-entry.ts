// Runs the entry file of a command in this process, as often as a test wants: a process of its own takes half a second.
import { Readable } from 'node:stream'
import { vi } from 'vitest'

/** Imports the entry anew with these arguments and this standard input; returns its output and exit status. Not for concurrent tests. */
export async function runEntry(load: () => Promise<unknown>, words: readonly string[], input = '') {
  const written = { stdout: '', stderr: '' }
  const { argv, exitCode } = process
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text)
      return true
    }),
  )
  const stdin = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Object.assign(Readable.from([input]), { isTTY: false }) as never)
  vi.resetModules()
  process.argv = [argv[0] ?? '', 'entry.ts', ...words]
  process.exitCode = undefined
  try {
    await load()
    return { ...written, status: process.exitCode ?? 0 }
  } finally {
    process.argv = argv
    process.exitCode = exitCode
    for (const spy of [...spies, stdin]) spy.mockRestore()
  }
}

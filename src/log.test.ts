// Tests of where the lines of the log go; what is meant for standard output is read from a process of its own.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const script = `
  import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
  const [level, readable] = process.argv.slice(1)
  let kept = 0
  const { log } = createLog(level, readable === 'readable', { write: () => { kept += 1 } })
  for (const name of ['debug', 'info', 'warn', 'error', 'fatal']) log[name](name)
  process.stderr.write(String(kept))
`

function run(level: string, style: string) {
  const args = ['--input-type=module', '-e', script, level, style]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { kept: stderr, lines: stdout.split('\n').filter((line) => line !== '') }
}

test.each([
  ['debug', ['debug', 'info', 'warn', 'error', 'fatal']],
  ['info', ['info', 'warn', 'error', 'fatal']],
  ['warn', ['warn', 'error', 'fatal']],
  ['error', ['error', 'fatal']],
  ['silent', []],
])('at LOG_LEVEL=%s standard output has what that asks for, the ring everything', (level, expected) => {
  const { kept, lines } = run(level, 'json')
  // In any order: `fatal` does not wait for what is being written.
  expect(lines.map((line) => JSON.parse(line).msg).sort()).toEqual(expected.toSorted())
  expect(kept).toBe('5')
})

test('at a terminal the lines are for people', () => {
  const { kept, lines } = run('warn', 'readable')
  expect(lines).toHaveLength(3)
  expect(lines.join('\n')).toMatch(/WARN.*warn/)
  expect(kept).toBe('5')
})

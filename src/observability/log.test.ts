// Tests of the outputs of the log; standard output is tested in a child process.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

/** Opens the log for the level and the style of the arguments; `kept` has what readers over the API see. */
const opening = `
  import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
  const [level, style] = process.argv.slice(1)
  const kept = []
  // As main.ts does; it makes a pipe non-blocking.
  void process.stdout.isTTY
  const { log, unbuffered, end } = await createLog(level, style === 'readable', { buffer: { write: (line) => kept.push(line) } })
`

function argumentsOf(script: string, level: string, style: string): string[] {
  return ['--input-type=module', '-e', opening + script, level, style]
}

function run(level: string, style: string, script = everyLevel) {
  const { stdout, stderr } = spawnSync(process.execPath, argumentsOf(script, level, style), { encoding: 'utf8' })
  return { kept: stderr, stdout, lines: stdout.split('\n').filter((line) => line !== '') }
}

const everyLevel = `
  for (const name of ['debug', 'info', 'warn', 'error', 'fatal']) log[name](name)
  process.stderr.write(String(kept.length))
`

test.each([
  ['debug', ['debug', 'info', 'warn', 'error', 'fatal']],
  ['info', ['info', 'warn', 'error', 'fatal']],
  ['warn', ['warn', 'error', 'fatal']],
  ['error', ['error', 'fatal']],
  ['silent', []],
])('at LOG_LEVEL=%s standard output has what that asks for, the ring everything', (level, expected) => {
  const { kept: stored, lines } = run(level, 'json')
  // In any order: `fatal` does not wait for pending lines.
  expect(lines.map((line) => JSON.parse(line).msg).sort()).toEqual(expected.toSorted())
  expect(stored).toBe('5')
})

test.each(['json', 'readable'])('what readers over the API must not see is in the output only (%s)', (style) => {
  const { kept, stdout } = run(
    'info',
    style,
    `log.info('for all')
    unbuffered.info('the code')
    unbuffered.debug('too small')
    process.stderr.write(kept.join(''))`,
  )
  expect(kept).toContain('for all')
  expect(kept).not.toContain('the code')
  expect(stdout).toContain('the code')
  expect(stdout).not.toContain('too small')
})

test('at a terminal the lines are for people', () => {
  const { kept: stored, lines } = run('warn', 'readable')
  expect(lines).toHaveLength(3)
  expect(lines.join('\n')).toMatch(/WARN.*warn/)
  expect(stored).toBe('5')
})

test.each(['json', 'readable'])(
  'nobody reads it (%s): the process works on, and ends when it wants to',
  async (style) => {
    const full = `
    for (let i = 0; i < 9000; i += 1) log.info('x'.repeat(1000))
    setTimeout(async () => {
      log.fatal('still here')
      await end(50)
      process.stderr.write('ended')
      process.exit(3)
    }, 1)
  `
    const child = spawn(process.execPath, argumentsOf(full, 'info', style), { stdio: 'pipe' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([output, code]).toEqual(['ended', 3])
  },
)

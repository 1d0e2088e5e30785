// Tests of the outputs of the log; standard output is tested in a child process.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const script = `
  import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
  const [level, readable] = process.argv.slice(1)
  let kept = 0
  const { log } = await createLog(level, readable === 'readable', { buffer: { write: () => { kept += 1 } } })
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
  const { kept: stored, lines } = run(level, 'json')
  // In any order: `fatal` does not wait for pending lines.
  expect(lines.map((line) => JSON.parse(line).msg).sort()).toEqual(expected.toSorted())
  expect(stored).toBe('5')
})

test.each(['json', 'readable'])('what readers over the API must not see is in the output only (%s)', (style) => {
  const url = JSON.stringify(join(import.meta.dirname, 'log.ts'))
  const secret = `
    import { createLog } from ${url}
    const kept = []
    const { log, unbuffered } = await createLog('info', ${style === 'readable'}, { buffer: { write: (line) => kept.push(line) } })
    log.info('for all')
    unbuffered.info('the code')
    unbuffered.debug('too small')
    process.stderr.write(kept.join(''))
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', secret], { encoding: 'utf8' })
  expect(stderr).toContain('for all')
  expect(stderr).not.toContain('the code')
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
    const url = JSON.stringify(join(import.meta.dirname, 'log.ts'))
    const full = `
    import { createLog } from ${url}
    // As main.ts does; it makes a pipe non-blocking.
    void process.stdout.isTTY
    const { log, end } = await createLog('info', process.argv[1] === 'readable', { buffer: { write: () => undefined } })
    for (let i = 0; i < 9000; i += 1) log.info('x'.repeat(1000))
    setTimeout(async () => {
      log.fatal('still here')
      await end(50)
      process.stderr.write('ended')
      process.exit(3)
    }, 1)
  `
    const child = spawn(process.execPath, ['--input-type=module', '-e', full, style], { stdio: 'pipe' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([output, code]).toEqual(['ended', 3])
  },
)

// Tests the command line of the stand-in: accepted flags, rejected flags, exit codes.
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readFlags } from './flags.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

test('the defaults are ordinary weather and port 8899', () => {
  expect(readFlags([])).toEqual({
    options: { port: 8899, host: '127.0.0.1', seed: 1, weather: 'ordinary', faults: [] },
  })
})

test('flags are read, faults with and without a share', () => {
  const flags = readFlags([
    '--port',
    '0',
    '--seed=7',
    '--weather',
    'rough',
    '--fault',
    'hang=0.25',
    '--fault',
    '429-retry-after',
  ])
  expect(flags).toEqual({
    options: {
      port: 0,
      host: '127.0.0.1',
      seed: 7,
      weather: 'rough',
      faults: [
        { kind: 'hang', share: 0.25 },
        { kind: '429-retry-after', share: 1 },
      ],
    },
  })
})

test('growing lists and the length of their step are read, and left out when they are not given', () => {
  expect(readFlags(['--lists', 'growing', '--step-seconds', '5'])).toMatchObject({
    options: { lists: 'growing', stepMs: 5000 },
  })
  expect(readFlags(['--lists', 'samples'])).toMatchObject({ options: { lists: 'samples' } })
})

test.each([
  [['--port', 'x'], '--port'],
  [['--lists', 'shrinking'], '--lists'],
  [['--step-seconds', '0'], '--step-seconds'],
  [['--step-seconds', '1.5'], '--step-seconds'],
  [['--port', '65536'], '--port'],
  [['--seed', '-1'], 'seed'],
  [['--weather', 'snow'], '--weather'],
  [['--fault', 'sulk=1'], '--fault'],
  [['--fault', 'hang=2'], 'share'],
  [['--fault', 'hang='], 'share'],
  [['--wether', 'calm'], '--wether'],
  [['calm'], 'calm'],
])('%j is rejected with a message that names it', (args, named) => {
  const flags = readFlags(args)
  expect('mistake' in flags ? flags.mistake : '').toContain(named)
})

test('--help lists every kind of weather and fault', () => {
  const flags = readFlags(['--help'])
  const help = 'help' in flags ? flags.help : ''
  for (const word of ['calm', 'ordinary', 'rough', 'bomb', 'challenge-200', 'endless']) expect(help).toContain(word)
})

test('an invalid flag ends the program with 2 and one line on stderr', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, '--port', 'x'], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('the program prints its address and example commands; SIGTERM ends it with 0', async () => {
  const child = spawn(process.execPath, [program, '--port', '0', '--weather', 'calm'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  let text = ''
  for await (const chunk of child.stdout) {
    text += chunk
    // A second signal would end it at once.
    if (text.includes('curl') && !child.killed) child.kill('SIGTERM')
  }
  expect(text).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+ /)
  expect(text).toMatch(/curl --compressed 'http:\/\/127\.0\.0\.1:\d+\/s\/demo_share\?q=/)
  expect(await exit).toBe(0)
})

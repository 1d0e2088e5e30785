// Tests the command line of the stand-in: accepted flags, rejected flags, its end.
import { spawn } from 'node:child_process'
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
  const words =
    '--port 0 --seed=7 --weather rough --lists growing --step-seconds 5 --fault hang=0.25 --fault 429-retry-after'
  const faults = [
    { kind: 'hang', share: 0.25 },
    { kind: '429-retry-after', share: 1 },
  ]
  const host = '127.0.0.1'
  const options = { port: 0, host, seed: 7, weather: 'rough', lists: 'growing', stepMs: 5000, faults }
  expect(readFlags(words.split(' '))).toEqual({ options })
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

// The command that creates API keys.
import { describe, expect, test } from 'vitest'
import { runEntry } from '../../test/kit/terminal.ts'
import { createKeyVerifier, parseKeys } from '../http/auth/api-keys.ts'

function run(...words: string[]) {
  return runEntry(() => import('./key.ts'), words)
}

describe('npm run key', () => {
  test('gives a key, another one each time, and the entry that lets it in', async () => {
    const told = [await run('phone'), await run('phone', '600/min')].map(({ stdout, status }) => ({
      status,
      key: /^ {2}(trawl_\S+)$/m.exec(stdout)?.[1] ?? '',
      entry: /^ {2}API_KEYS=(\S+)$/m.exec(stdout)?.[1] ?? '',
    }))
    const owners = told.map(({ key, entry }) => createKeyVerifier(parseKeys(entry))(key))
    expect(owners).toEqual([
      { name: 'phone', rate: undefined },
      { name: 'phone', rate: { count: 600, perMs: 60_000 } },
    ])
    expect(told.map(({ status }) => status)).toEqual([0, 0])
    expect(told[0]?.key).not.toBe(told[1]?.key)
  })

  test.each([[['--help']], [['-h']], [['phone', '--help']]])(
    'with %j says how it is used and makes nothing',
    async (words) => {
      expect(await run(...words)).toMatchObject({
        stdout: expect.stringMatching(/^usage: trawl key NAME \[RATE\]/),
        stderr: '',
        status: 0,
      })
    },
  )

  test.each(['--name', '-p', '-'])('takes %s for no name', async (word) => {
    const { stdout, stderr, status } = await run(word)
    expect([stdout, status]).toEqual(['', 2])
    expect(stderr).toMatch(/^a name must not begin with -\nusage: trawl key NAME \[RATE\]/)
  })

  test.each([
    [[], 'give a NAME of 1 to 32 letters, digits, ., _ or -'],
    [['a b'], 'give a NAME of 1 to 32 letters, digits, ., _ or -'],
    [['phone', '600'], 'RATE must be a rate like 600/min'],
    [['phone', '600/min', 'more'], 'then at most a RATE'],
  ])('with %j says what is missing and makes nothing', async (words, sentence) => {
    const { stdout, stderr, status } = await run(...words)
    expect([stdout, status]).toEqual(['', 1])
    expect(stderr).toContain(sentence)
    expect(stderr).toContain('usage: trawl key NAME [RATE]')
  })
})

// The command that creates API keys.
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../test/kit/terminal.ts'
import { createKeyVerifier, parseKeys } from '../../http/auth/api-keys.ts'
import { runTrawl } from './run.ts'

function run(...words: string[]) {
  return runCommand(runTrawl, ['key', ...words])
}

describe('npm run key', () => {
  test('gives a key, another one each time, and the entry that lets it in', async () => {
    const told = [await run('phone'), await run('phone', '600/min')].map(({ out, status }) => ({
      status,
      key: /^ {2}(trawl_\S+)$/m.exec(out)?.[1] ?? '',
      entry: /^ {2}API_KEYS=(\S+)$/m.exec(out)?.[1] ?? '',
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
        out: expect.stringMatching(/^usage: trawl key NAME \[RATE\]/),
        err: '',
        status: 0,
      })
    },
  )

  test.each(['--name', '-p', '-'])('takes %s for no name', async (word) => {
    const { out, err, status } = await run(word)
    expect([out, status]).toEqual(['', 2])
    expect(err).not.toBe('')
  })

  test.each([
    [[], 'give a NAME of 1 to 32 letters, digits, ., _ or -'],
    [['a b'], 'give a NAME of 1 to 32 letters, digits, ., _ or -'],
    [['phone', '600'], 'RATE must be a rate like 600/min'],
    [['phone', '600/min', 'more'], 'then at most a RATE'],
  ])('with %j says what is missing and makes nothing', async (words, sentence) => {
    const { out, err, status } = await run(...words)
    expect([out, status]).toEqual(['', 2])
    expect(err).toContain(sentence)
    expect(err).toContain('usage: trawl key NAME [RATE]')
  })
})

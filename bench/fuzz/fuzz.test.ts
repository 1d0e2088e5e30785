// Tests the program that fuzzes every parser, with few cases and without its bound of processor time.
import { expect, it } from 'vitest'
import { caseCount } from '../../test/kit/case-count.ts'
import { readOrRefuse, type Sample } from './area.ts'
import { expectLinksIn } from './expect-links.ts'
import { inputAreas } from './input-areas.ts'
import { replyAreas } from './reply-areas.ts'
import { minimise, runArea } from './run-area.ts'
import { textAreas } from './text-areas.ts'

const seed = 20_261_123

it.each([...replyAreas, ...textAreas, ...inputAreas].map((area) => [area.name, area] as const))(
  'changed inputs of %s are read, or refused by name',
  async (_name, area) => {
    const { cases, accepted, failed } = await runArea(area, caseCount(20 * area.percent), seed, { hasTimeLimit: false })
    expect(failed).toEqual([])
    expect(accepted).toBeGreaterThan(cases / 20)
  },
)

it('an input that makes a parser throw is reported with a short form of it', async () => {
  const parse = (text: string) => {
    if (text.includes('b')) throw new TypeError('a bug')
    return text
  }
  const sample: Sample = {
    name: 'one',
    text: 'aaaabaaaa',
    read: (text) =>
      readOrRefuse(
        () => parse(text),
        () => false,
      ),
  }
  const area = { name: 'made', percent: 1, pieces: [], samples: async () => [sample] }
  const { failed } = await runArea(area, 20, seed, { hasTimeLimit: false })
  expect(failed).toMatchObject([{ sample: 'one', message: 'TypeError: a bug', input: 'b' }])
})

it('an area that ends early, after five failures, says how many cases it tried', async () => {
  const fail = () => {
    throw new TypeError('a bug')
  }
  const samples = Array.from({ length: 9 }, (_, at): Sample => ({ name: `sample ${at}`, text: 'a', read: fail }))
  const area = { name: 'made', percent: 1, pieces: [], samples: async () => samples }
  const { cases, failed } = await runArea(area, 1_000, seed, { hasTimeLimit: false })
  expect(failed).toHaveLength(5)
  expect(cases).toBe((failed.at(-1)?.case ?? 0) + 1)
})

it('a link that is not in the input is reported', () => {
  const share = { type: 'quark', key: 'quark:0a1b2c3d4e5f', code: '0a1b2c3d4e5f', password: '', url: '' } as const
  expect(() => expectLinksIn('https://pan.quark.cn/s/<b>0a1b2c</b>3d4e5f', [share])).not.toThrow()
  expect(() => expectLinksIn(`url="${btoa('https://pan.quark.cn/s/0a1b2c3d4e5f')}"`, [share])).not.toThrow()
  expect(() => expectLinksIn('https://pan.quark.cn/s/0a1b2c3d4e50', [share])).toThrow('a link that was not there')
})

it('an input is made as short as it can be by removing parts', async () => {
  expect(await minimise('xxxxaxxxxbxxxx', async (text) => /a.*b/.test(text))).toBe('ab')
})

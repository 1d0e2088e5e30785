// The background checker: which shares it checks, one at a time, and when it does not.
import { describe, expect, it, vi } from 'vitest'
import { aliyun, allThere, type Cloud, inTime, makeChecks, slow } from '../../../test/kit/checks.ts'
import { shareAt as quark } from '../../../test/kit/searching.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { recognise } from '../clouds/recognise.ts'
import { createBackgroundChecker } from './background-checker.ts'
import type { ShareToCheck } from './parse-item.ts'

const hourMs = 60 * 60_000

function shown(...addresses: readonly string[]): ShareToCheck[] {
  return addresses.flatMap((address) => {
    const share = recognise(address)
    return share ? [{ share, password: share.password }] : []
  })
}

function makeRechecker(clouds: Readonly<Record<string, Cloud>> = { quark: allThere, aliyun: allThere }) {
  const made = makeChecks(clouds)
  const room = { is: true }
  const log = {
    error(about: object) {
      throw new Error('nothing should be wrong', { cause: about })
    },
  }
  const rechecker = createBackgroundChecker(made.checks, () => room.is, log, Date.now)
  /** Ticks so often, two seconds apart, and gives the codes that were asked about in all. */
  const ticks = async (count: number) => {
    for (let tick = 0; tick < count; tick += 1) {
      rechecker.tick()
      await vi.advanceTimersByTimeAsync(2_000)
    }
    return made.asked.map(({ cloud, code }) => `${cloud} ${Number(code.replace(/^a+/, ''))}`)
  }
  return { ...made, rechecker, room, ticks }
}

describe('behind the scenes', () => {
  it('the share that was shown most is checked first, one a tick, and none that was shown once', async () => {
    const { rechecker, ticks, knownHealth } = makeRechecker()
    rechecker.recordShown(shown(quark(1), quark(2), quark(3), aliyun(4)))
    rechecker.recordShown(shown(quark(2), quark(3)))
    rechecker.recordShown(shown(quark(3)))
    expect(await ticks(1)).toEqual(['quark 3'])
    expect(await ticks(5)).toEqual(['quark 3', 'quark 2'])
    expect(knownHealth.stateOf('quark:000000000003')).toBe('ok')
  })

  it('an access code that sources tell and that opens nothing is known to all', async () => {
    const wrong = { state: 'locked', summary: 'the access code is wrong' } as const
    const { rechecker, ticks, knownHealth } = makeRechecker({ baidu: async () => wrong })
    const told = shown('https://pan.baidu.com/s/1abcdefghijklmnopqrstuv?pwd=k3m9')
    for (const _twice of [1, 2]) rechecker.recordShown(told)
    await ticks(1)
    expect(knownHealth.stateOf('baidu:1abcdefghijklmnopqrstuv')).toBe('locked')
  })

  it('shares count that stand among the first ten of their cloud', async () => {
    const { rechecker, ticks } = makeRechecker()
    const many = Array.from({ length: 12 }, (_, number) => quark(number))
    for (const _twice of [1, 2]) rechecker.recordShown(shown(...many, aliyun(1)))
    expect((await ticks(20)).sort()).toEqual([
      'aliyun 1',
      ...Array.from({ length: 10 }, (_, number) => `quark ${number}`),
    ])
  })

  it('nobody is asked about what is known, until that is no longer believed', async () => {
    const { rechecker, ticks, ask, asked } = makeRechecker()
    await inTime(ask([quark(1)]))
    for (const _twice of [1, 2]) rechecker.recordShown(shown(quark(1)))
    await ticks(3)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(24 * hourMs - 60_000)
    for (const _often of [1, 2, 3, 4]) rechecker.recordShown(shown(quark(1)))
    await ticks(20)
    expect(asked).toHaveLength(1)
    await ticks(20)
    expect(asked).toHaveLength(2)
  })

  it('what was not shown for an hour is forgotten', async () => {
    const { rechecker, ticks } = makeRechecker()
    for (const _thrice of [1, 2, 3]) rechecker.recordShown(shown(quark(1), quark(2)))
    await vi.advanceTimersByTimeAsync(hourMs / 2)
    rechecker.recordShown(shown(quark(2)))
    await vi.advanceTimersByTimeAsync(hourMs / 2)
    expect(await ticks(3)).toEqual(['quark 2'])
  })

  it('nobody is asked while somebody waits for that cloud, the cloud is left alone, or there is too much to do', async () => {
    const clouds: Record<string, Cloud> = { quark: slow(3_000), aliyun: allThere }
    const { rechecker, room, ticks, ask, asked } = makeRechecker({ ...clouds, aliyun: (share) => aliyunNow(share) })
    let aliyunNow: Cloud = () => Promise.reject(new UpstreamError('blocked', 'answered 429'))
    for (const _twice of [1, 2]) rechecker.recordShown(shown(quark(1), aliyun(1)))
    await inTime(ask([aliyun(9)]))
    const waiting = ask([quark(8)])
    await vi.advanceTimersByTimeAsync(0)
    expect(await ticks(1)).toEqual(['aliyun 9', 'quark 8'])
    await inTime(waiting)
    room.is = false
    await ticks(3)
    expect(asked).toHaveLength(2)
    room.is = true
    expect(await ticks(3)).toEqual(['aliyun 9', 'quark 8', 'quark 1'])
    aliyunNow = allThere
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(await ticks(2)).toEqual(['aliyun 9', 'quark 8', 'quark 1', 'aliyun 1'])
  })

  it('one check is begun after the other has ended', async () => {
    const { rechecker, ticks } = makeRechecker({ quark: slow(5_000), aliyun: allThere })
    for (const _thrice of [1, 2, 3]) rechecker.recordShown(shown(quark(1)))
    for (const _twice of [1, 2]) rechecker.recordShown(shown(aliyun(1)))
    expect(await ticks(2)).toEqual(['quark 1'])
    expect(await ticks(2)).toEqual(['quark 1', 'aliyun 1'])
  })
})

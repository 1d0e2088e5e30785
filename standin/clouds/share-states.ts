// States of the shares in the cloud mocks: six fixed shares per cloud, all others random by seed.
import { createSeededRandom } from '../seeded-random.ts'

/** The kind of a share, independent of the request. */
const fates = ['open', 'coded', 'gone', 'banned', 'throttled', 'garbage'] as const
type Fate = (typeof fates)[number]

/** The response state for one request; the request has an access code, or `''` for none. */
export const states = ['ok', 'wants code', 'wrong code', 'gone', 'banned', 'throttled', 'garbage'] as const
type State = (typeof states)[number]

/** The access code of every fixed share that is `coded`. */
export const fixedPassword = 'k3m9'

/** The fixed shares of each cloud, with a number from 1 to 6 at the end: one of each kind. */
const fixedCodes: Readonly<Record<string, string>> = {
  quark: '0ffa0000000',
  uc: '0ffa00000000',
  baidu: '1StandInShareAaBbCcDdE',
  aliyun: 'StandInAa0',
  tianyi: 'StandInTy00',
  mobile: 'StandInMob00',
  '115': 'standin000',
  '123': 'StandI-Aa0',
  xunlei: 'VOStandInShareAaBbCcDdEe0',
  pikpak: 'VOStandInPikPkAaBbCcDdEe0',
}

/** Shares of each cloud whose kind is the same under every seed. */
export const fixedShares: Readonly<Record<string, Readonly<Record<Fate, string>>>> = Object.fromEntries(
  Object.entries(fixedCodes).map(([cloud, code]) => [cloud, numbered(code)]),
)

function numbered(code: string): Record<Fate, string> {
  return {
    open: `${code}1`,
    coded: `${code}2`,
    gone: `${code}3`,
    banned: `${code}4`,
    throttled: `${code}5`,
    garbage: `${code}6`,
  }
}

/** Distribution of kinds among 100 shares that are not fixed. */
const usualFates: readonly Fate[] = (
  [
    ['open', 84],
    ['gone', 8],
    ['banned', 4],
    ['coded', 4],
  ] as const
).flatMap(([fate, length]) => Array.from({ length }, () => fate))

/**
 * Creates the state function of a cloud. Only fixed shares have a single right access code. Other shares accept every
 * code except `0000`, because posts give codes for shares that open without one.
 */
export function createShareStates(cloud: string, seed: number): (code: string, password: string) => State {
  const shares = fixedShares[cloud]
  return (code, password) => {
    const known = shares && fates.find((fate) => shares[fate] === code)
    const fate = known ?? createSeededRandom(seed, 'fate', cloud, code).pick(usualFates)
    if (fate !== 'open' && fate !== 'coded') return fate
    if (fate === 'coded' && password === '') return 'wants code'
    const isWrong = known === undefined ? password === '0000' : known === 'coded' && password !== fixedPassword
    return isWrong ? 'wrong code' : 'ok'
  }
}

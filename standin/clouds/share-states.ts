// States of the shares in the cloud mocks, six fixed shares per cloud, all others random by seed; what all replies share.
import { htmlPage } from '../error-pages.ts'
import type { MockResponse } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** A JSON response. */
export function jsonReply(value: object, status = 200): MockResponse {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}

/** An HTML page in place of JSON; it gives no state of any share. */
export function garbagePage(): MockResponse {
  return htmlPage('<!DOCTYPE html><html><head><title>网盘</title></head><body><div id="app"></div></body></html>\n')
}

/** Invented file name for a share. */
export function shareName(code: string): string {
  const chance = createSeededRandom('share name', code)
  const name = chance.pick(['纸鹤与灯塔', '青石巷的雨', '星河邮差', '北岸来信', '旧日唱片行'])
  return `${name}（${chance.whole(2019, 2026)}）`
}

/** The fields of a JSON body; an empty map when the body is not a JSON object. */
export function sentFields(body: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  } catch {
    return new Map()
  }
}

/** The kind of a share, independent of the request. */
const fates = ['open', 'coded', 'gone', 'banned', 'throttled', 'garbage'] as const
type Fate = (typeof fates)[number]

/** The response state for one request; the request has an access code, or `''` for none. */
export type State = 'ok' | 'wants code' | 'wrong code' | 'gone' | 'banned' | 'throttled' | 'garbage'

/** The access code of every fixed share that is `coded`. */
export const fixedPassword = 'k3m9'

/** Shares of each cloud whose kind is the same under every seed. */
export const fixedShares: Readonly<Record<string, Readonly<Record<Fate, string>>>> = {
  quark: fixed(['0ffa00000001', '0ffa00000002', '0ffa00000003', '0ffa00000004', '0ffa00000005', '0ffa00000006']),
  uc: fixed(['0ffa000000001', '0ffa000000002', '0ffa000000003', '0ffa000000004', '0ffa000000005', '0ffa000000006']),
  baidu: fixed([
    '1StandInOpenAaBbCcDdEe1',
    '1StandInCodedAaBbCcDdE2',
    '1StandInGoneAaBbCcDdEe3',
    '1StandInBannedAaBbCcDd4',
    '1StandInOftenAaBbCcDdE5',
    '1StandInPageAaBbCcDdEe6',
  ]),
  aliyun: fixed(['StandInAa01', 'StandInAa02', 'StandInAa03', 'StandInAa04', 'StandInAa05', 'StandInAa06']),
  tianyi: fixed(['StandInTy001', 'StandInTy002', 'StandInTy003', 'StandInTy004', 'StandInTy005', 'StandInTy006']),
  mobile: fixed(['StandInMob001', 'StandInMob002', 'StandInMob003', 'StandInMob004', 'StandInMob005', 'StandInMob006']),
  '115': fixed(['standin0001', 'standin0002', 'standin0003', 'standin0004', 'standin0005', 'standin0006']),
  '123': fixed(['StandI-Aa01', 'StandI-Aa02', 'StandI-Aa03', 'StandI-Aa04', 'StandI-Aa05', 'StandI-Aa06']),
  xunlei: fixed([
    'VOStandInShareAaBbCcDdEe01',
    'VOStandInShareAaBbCcDdEe02',
    'VOStandInShareAaBbCcDdEe03',
    'VOStandInShareAaBbCcDdEe04',
    'VOStandInShareAaBbCcDdEe05',
    'VOStandInShareAaBbCcDdEe06',
  ]),
  pikpak: fixed([
    'VOStandInPikPkAaBbCcDdEe01',
    'VOStandInPikPkAaBbCcDdEe02',
    'VOStandInPikPkAaBbCcDdEe03',
    'VOStandInPikPkAaBbCcDdEe04',
    'VOStandInPikPkAaBbCcDdEe05',
    'VOStandInPikPkAaBbCcDdEe06',
  ]),
}

function fixed(codes: readonly [string, string, string, string, string, string]): Record<Fate, string> {
  const [open, coded, gone, banned, throttled, garbage] = codes
  return { open, coded, gone, banned, throttled, garbage }
}

/** Distribution of kinds among 100 shares that are not fixed. */
const usualFates: readonly Fate[] = [
  ...Array.from({ length: 84 }, () => 'open' as const),
  ...Array.from({ length: 8 }, () => 'gone' as const),
  ...Array.from({ length: 4 }, () => 'banned' as const),
  ...Array.from({ length: 4 }, () => 'coded' as const),
]

/**
 * Creates the state function of a cloud. Only fixed shares have a single right access code. Other shares accept every
 * code except `0000`, because posts give codes for shares that open without one.
 */
export function createShareStates(cloud: string, seed: number): (code: string, password: string) => State {
  const fixedFates = new Map(readFixed(cloud))
  return (code, password) => {
    const known = fixedFates.get(code)
    const fate = known ?? createSeededRandom(seed, 'fate', cloud, code).pick(usualFates)
    const isWrong = known === undefined ? password === '0000' : known === 'coded' && password !== fixedPassword
    return stateOf(fate, password, isWrong)
  }
}

function stateOf(fate: Fate, password: string, isWrong: boolean): State {
  if (fate !== 'open' && fate !== 'coded') return fate
  if (fate === 'coded' && password === '') return 'wants code'
  return isWrong ? 'wrong code' : 'ok'
}

function readFixed(cloud: string): [string, Fate][] {
  const shares = fixedShares[cloud]
  return shares ? fates.map((fate) => [shares[fate], fate]) : []
}

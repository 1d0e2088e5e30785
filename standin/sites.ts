// Registry of the site mocks that search plugins ask, by host.
import type { UpstreamHandler } from './mock-response.ts'
import { readRecorded, withRecorded } from './recorded-exchanges.ts'
import { createAcademictorrents } from './sites/academictorrents.ts'
import { createDuoduo } from './sites/duoduo.ts'
import { createHaisou } from './sites/haisou.ts'
import { createHunhepan } from './sites/hunhepan.ts'
import { createInternetarchive } from './sites/internetarchive.ts'
import { createJikepan } from './sites/jikepan.ts'
import { createLabi } from './sites/labi.ts'
import { createPan666 } from './sites/pan666.ts'
import { createPansearch } from './sites/pansearch.ts'
import { createPanta } from './sites/panta.ts'
import { createQupansou } from './sites/qupansou.ts'
import { createSousou } from './sites/sousou.ts'
import { createWanou } from './sites/wanou.ts'
import { createXuexizhinan } from './sites/xuexizhinan.ts'
import { createYunsou } from './sites/yunsou.ts'

type Maker = (seed: number, now: Date) => UpstreamHandler

const makers: ReadonlyArray<readonly [Maker, readonly string[]]> = [
  [createAcademictorrents, ['academictorrents.com']],
  [createDuoduo, ['tv.yydsys.top']],
  [createHaisou, ['haisou.cc']],
  [createHunhepan, ['hunhepan.com', 'qkpanso.com', 'kuake8.com', 'www.misoso.cc']],
  [createInternetarchive, ['archive.org']],
  [createJikepan, ['api.jikepan.xyz']],
  [createLabi, ['xiaocge.fun', 'duopan.fun']],
  [createPan666, ['pan666.net']],
  [createPansearch, ['www.pansearch.me']],
  [createPanta, ['www.91panta.cn']],
  [createQupansou, ['v.funletu.com']],
  [createSousou, ['sousou.pro']],
  [createWanou, ['woog.nxog.eu.org']],
  [createXuexizhinan, ['xuexizhinan.com']],
  [createYunsou, ['yunsou.xyz']],
]

/** Creates the mocks of all sites for the corpus of a seed, with a fixed clock; recorded fixtures have precedence. */
export function createSites(seed: number, now: Date): ReadonlyMap<string, UpstreamHandler> {
  const recorded = Map.groupBy(readRecorded(), ({ url }) => new URL(url).host)
  return new Map(
    makers.flatMap(([make, hosts]) => {
      const site = whenAsked(() => make(seed, now))
      return hosts.map((host) => [host, withRecorded(site, recorded.get(host) ?? [])] as const)
    }),
  )
}

/** Creates a mock at its first request: most runs need few sites, and each one generates a catalogue. */
function whenAsked(make: () => UpstreamHandler): UpstreamHandler {
  let player: UpstreamHandler | undefined
  const made = () => {
    player ??= make()
    return player
  }
  return { answer: (url, sent) => made().answer(url, sent), nothingFound: (url) => made().nothingFound(url) }
}

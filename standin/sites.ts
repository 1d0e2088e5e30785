// Registry of the site mocks that search plugins ask, by host.
import type { UpstreamHandler } from './mock-response.ts'
import { readRecorded, withRecorded } from './recorded-exchanges.ts'
import { createAcademictorrents } from './sites/academictorrents.ts'
import { createDuoduo } from './sites/duoduo.ts'
import { createHunhepan } from './sites/hunhepan.ts'
import { createInternetarchive } from './sites/internetarchive.ts'
import { createJikepan } from './sites/jikepan.ts'
import { createLabi } from './sites/labi.ts'
import { createPan666 } from './sites/pan666.ts'
import { createPansearch } from './sites/pansearch.ts'
import { createPanta } from './sites/panta.ts'
import { createQupansou } from './sites/qupansou.ts'
import { createTemplateSite } from './sites/template-site.ts'
import { dataSites } from './sites/templates/data-sites.ts'
import { filmSites } from './sites/templates/film-sites.ts'
import { forumSites } from './sites/templates/forum-sites.ts'
import { htmlSites } from './sites/templates/html-sites.ts'
import { jsonSites } from './sites/templates/json-sites.ts'
import { createWanou } from './sites/wanou.ts'
import { createXuexizhinan } from './sites/xuexizhinan.ts'
import { createYunsou } from './sites/yunsou.ts'

type Maker = (seed: number, now: Date) => UpstreamHandler

/** Film sites on the same template, each at its first address. */
const filmHosts = [
  ...['www.2xiaopan.one', 'www.muoua.top', 'sd.sduc.site', 'woggpan.xxooo.cf', 'xsayang.fun:12512', 'www.mihdr.top'],
  ...['xn--4yqy17f.xn--yi7aa.vip:3155', '43.248.128.118:16969'],
]

const makers: ReadonlyArray<readonly [Maker, readonly string[]]> = [
  [createAcademictorrents, ['academictorrents.com']],
  [createDuoduo, ['yydsys.de5.net', 'tv.214521.xyz', 'tv.yydsys.cc', 'tv.yydsys.top']],
  [createHunhepan, ['hunhepan.com', 'www.melost.cn', 'www.duanjuso.cc', 'www.lzpanx.com']],
  [createInternetarchive, ['archive.org']],
  [createJikepan, ['api.jikepan.xyz']],
  [createLabi, ['xiaocge.fun', 'duopan.fun', ...filmHosts]],
  [createPan666, ['pan666.net', 'quark4k.com', 'bbs.dyyjmax.org']],
  [createPansearch, ['www.pansearch.me']],
  [createPanta, ['www.91panta.cn']],
  [createQupansou, ['v.funletu.com']],
  [createWanou, ['woog.nxog.eu.org', 'woog.430520.xyz', 'woog.nxog.fun']],
  [createXuexizhinan, ['xuexizhinan.com']],
  [createYunsou, ['so.allsharehub.com']],
]

/** Creates the mocks of all sites for the corpus of a seed, with a fixed clock; recorded fixtures have precedence. */
export function createSites(seed: number, now: Date): ReadonlyMap<string, UpstreamHandler> {
  const recorded = Map.groupBy(readRecorded(), ({ url }) => new URL(url).host)
  const templates = [...dataSites, ...jsonSites, ...htmlSites, ...filmSites, ...forumSites].map(
    (site) => [(...of: Parameters<Maker>) => createTemplateSite(site, ...of), site.hosts] as const,
  )
  return new Map(
    [...makers, ...templates].flatMap(([make, hosts]) => {
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

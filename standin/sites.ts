// Registry of the site mocks that search plugins ask, by host.
import type { SiteProfile } from './corpus/listings.ts'
import type { UpstreamHandler } from './mock-response.ts'
import { readSearchFixtures, type SearchFixture } from './search-fixtures.ts'
import { codeSites } from './sites/code-sites.ts'
import { createFixtureSite } from './sites/fixture-site.ts'

/** The clouds of most sites; codes stand inside the addresses. */
const usual: SiteProfile = { types: ['quark', 'baidu', 'uc', 'xunlei'], has: 0.25, codes: 'inside', most: 2 }
const torrents: SiteProfile = { types: ['magnet'], has: 0.5, codes: 'never', most: 1 }
const many: SiteProfile = {
  types: ['baidu', 'quark', 'aliyun', 'xunlei', 'uc', 'tianyi', 'mobile', '115', '123', 'pikpak', 'others'],
  has: 0.6,
  codes: 'inside',
  most: 3,
}

/** The sites that differ. */
const profiles: Readonly<Record<string, SiteProfile>> = {
  academictorrents: torrents,
  internetarchive: { ...torrents, has: 0.6 },
  ash: { ...usual, types: ['quark', 'aliyun', 'baidu', 'uc', 'xunlei', 'tianyi'], has: 0.45 },
  duanjuso: many,
  duoduo: { ...many, has: 0.4, most: 2 },
  dyyj: { ...many, codes: 'either' },
  haisou: { ...usual, types: ['tianyi'], codes: 'beside' },
  hunhepan: { ...many, codes: 'beside' },
  jikepan: many,
  labi: { ...usual, types: ['quark'], has: 0.4, spelled: /^https?:\/\/pan\.quark\.cn\/s\/\w+/, bare: 0.04 },
  lzpanx: { ...many, codes: 'beside' },
  melost: { ...many, codes: 'beside' },
  ouge: { ...many, has: 0.4 },
  pan666: { ...many, codes: 'either' },
  pansearch: { ...usual, types: ['aliyun', 'quark', 'baidu', 'xunlei'], has: 0.5 },
  panta: { ...many, most: 2, prefers: 'mobile' },
  qupansou: { ...many, has: 0.5 },
  xuexizhinan: { ...many, types: ['magnet', 'quark', 'aliyun', 'uc'], codes: 'never', prefers: 'magnet' },
}

/** What a site lists. */
export function profileOf(name: string): SiteProfile {
  return profiles[name] ?? usual
}

/** The fixtures of each site, by the name of its first plugin: two plugins ask the same site. */
function fixturesBySite(): ReadonlyMap<string, readonly SearchFixture[]> {
  const fixtures = readSearchFixtures()
  const owner = new Map(fixtures.toReversed().flatMap(({ plugin, hosts }) => hosts.map((host) => [host, plugin])))
  return Map.groupBy(fixtures, ({ hosts }) => owner.get(hosts[0] ?? '') ?? '')
}

/** The names of all sites. */
export function siteNames(): readonly string[] {
  return [...fixturesBySite().keys()]
}

/** Creates the mocks of all sites for the corpus of a seed, with a fixed clock. */
export function createSites(seed: number, now: Date): ReadonlyMap<string, UpstreamHandler> {
  return new Map(
    [...fixturesBySite()].flatMap(([name, fixtures]) => {
      const site = whenAsked(() => siteOf(name, fixtures, seed, now))
      return fixtures.flatMap(({ hosts }) => hosts.map((host) => [host, site] as const))
    }),
  )
}

function siteOf(name: string, fixtures: readonly SearchFixture[], seed: number, now: Date): UpstreamHandler {
  const inCode = codeSites[name]
  if (inCode) return inCode(name, profileOf(name), seed, now)
  const [fixture] = fixtures
  if (fixture === undefined) throw new TypeError(`${name} has no fixture`)
  return createFixtureSite(fixture, profileOf(name), seed, now)
}

/** Creates a mock at its first request: most runs need few sites, and each one generates a catalogue. */
function whenAsked(make: () => UpstreamHandler): UpstreamHandler {
  let made: UpstreamHandler | undefined
  const site = () => {
    made ??= make()
    return made
  }
  return { answer: (url, sent) => site().answer(url, sent), nothingFound: (url) => site().nothingFound(url) }
}

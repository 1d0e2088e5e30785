// Searches Hunhepan, a JSON API on four sites, all of which are asked (upstreams/search/hunhepan.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { wholeNumber, wordList } from '../../parsing/source-settings.ts'
import type { Plugin } from '../plugin.ts'
import { netdiskItems, netdiskPosts, netdiskReply } from '../plugin-families/netdisk.ts'

/** The API address of each site. */
const sites: ReadonlyMap<string, string> = new Map([
  ['hunhepan', 'https://hunhepan.com/open/search/disk'],
  ['qkpanso', 'https://qkpanso.com/v1/search/disk'],
  ['kuake8', 'https://kuake8.com/v1/search/disk'],
  ['misoso', 'https://www.misoso.cc/v1/search/disk'],
])

const settings = z.object({
  /** Names of sites, or API addresses of sites that have moved. */
  hosts: wordList([...sites.keys()])
    .refine(
      (hosts) => hosts.length > 0 && hosts.every((host) => addressOf(host) !== undefined),
      `must be a list of ${[...sites.keys()].join(', ')} or addresses like https://example.org/v1/search/disk`,
    )
    .describe('sites to ask, by name or API address'),
  pages: wholeNumber(1, 3, 1),
})

export default {
  home: 'https://hunhepan.com/',
  // One attempt each: the sites are asked concurrently and have the same data.
  limits: { parallel: 4, attempts: 1 },
  settings,
  async ask({ kw }, io, { hosts, pages }) {
    const addresses = new Set(hosts.flatMap((host) => addressOf(host) ?? []))
    const numbers = Array.from({ length: pages }, (_, index) => index + 1)
    const ask = async (address: string, page: number) => {
      const { origin } = new URL(address)
      // Browsers send `origin` to all; one of the sites requires it.
      const headers = { ...dataHeaders, origin, referer: `${origin}/search` }
      return netdiskItems(await io.json(address, netdiskReply, { method: 'POST', headers, body: bodyOf(kw, page) }))
    }
    const asked = [...addresses].flatMap((address) => numbers.map((page) => ask(address, page)))
    return netdiskPosts((await io.some(asked)).flat())
  },
} satisfies Plugin<z.output<typeof settings>>

function addressOf(host: string): string | undefined {
  const known = sites.get(host.toLowerCase())
  if (known !== undefined) return known
  return /^https?:\/\//.test(host) && URL.canParse(host) ? new URL(host).href : undefined
}

function bodyOf(kw: string, page: number): Record<string, unknown> {
  return {
    page,
    q: kw,
    user: '',
    exact: false,
    format: [],
    share_time: '',
    size: 30,
    type: '',
    exclude_user: [],
    adv_params: { wechat_pwd: '', platform: 'pc' },
  }
}

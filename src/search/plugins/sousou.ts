// Searches Sousou, an aggregator with a JSON API (upstreams/search/sousou.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import type { Plugin } from '../plugin.ts'
import { netdiskItems, netdiskPosts, netdiskReply } from '../plugin-families/netdisk.ts'

const settings = z.object({ base_url: siteUrl('https://sousou.pro'), pages: wholeNumber(1, 3, 1) })

export default {
  home: 'https://sousou.pro/',
  limits: { parallel: 2, attempts: 2 },
  settings,
  async ask({ kw }, io, { base_url, pages }) {
    const headers = { ...dataHeaders, referer: `${base_url}/` }
    const numbers = Array.from({ length: pages }, (_, index) => index + 1)
    const asked = numbers.map(async (page) => {
      // An empty type means all types.
      const query = new URLSearchParams({ action: 'search', q: kw, page: `${page}`, per_size: '30', type: '' })
      return netdiskItems(await io.json(`${base_url}/api.php?${query}`, netdiskReply, { headers }))
    })
    return netdiskPosts((await io.some(asked)).flat())
  },
} satisfies Plugin<z.output<typeof settings>>

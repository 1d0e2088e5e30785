// Searches Labi, a film site with Quark links (upstreams/search/labi.md).
import { z } from 'zod'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import type { Plugin } from '../plugin.ts'
import { searchFilms } from '../plugin-families/maccms.ts'

const settings = z.object({ base_url: siteUrl('http://xiaocge.fun'), details: wholeNumber(1, 20, 8) })

const site = { rememberedMs: 30 * 60_000, poster: '.view-heading .module-item-pic > img[data-src]' }

export default {
  home: 'http://xiaocge.fun/',
  limits: { parallel: 4, attempts: 2, bodyBytes: 512 * 1024 },
  settings,
  ask: ({ kw }, io, set) => searchFilms(kw, io, { ...site, ...set }),
} satisfies Plugin<z.output<typeof settings>>

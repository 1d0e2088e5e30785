// Searches Duoduo, a film site with links to several clouds that closes by day (upstreams/search/duoduo.md).
import { z } from 'zod'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { chinaHour } from '../../parsing/times.ts'
import type { Plugin } from '../plugin.ts'
import { searchFilms } from '../plugin-families/maccms.ts'

const settings = z.object({ base_url: siteUrl('https://tv.yydsys.top'), details: wholeNumber(1, 20, 8) })

const site = { rememberedMs: 60 * 60_000, poster: '.mobile-play .lazyload[data-src]' }

export default {
  home: 'https://tv.yydsys.top/',
  limits: { parallel: 4, attempts: 2, bodyBytes: 512 * 1024 },
  settings,
  ask: ({ kw }, io, set) => {
    const closed = isClosed(io.now) ? { from: '05:00', until: '18:00' } : undefined
    return searchFilms(kw, io, { ...site, ...set, closed })
  },
} satisfies Plugin<z.output<typeof settings>>

/** Whether the site is closed at this hour: then a notice covers the whole page (upstreams/search/duoduo.md, difference 6). */
function isClosed(now: Date): boolean {
  const hour = chinaHour(now)
  return hour >= 5 && hour < 18
}

// GitHub: repositories with the most new stars today, this week and this month (upstreams/hot/github.md, b-github.md).
import { amountOf } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { pageRows } from '../sites/page-rows.ts'

/** A slow page. */
const limits = { attemptMs: 8_000, askMs: 20_000 }

export default defineFamily({
  name: 'GitHub',
  home: 'https://github.com/',
  column: 'tech',
  color: '#181717',
  needs: 'a network outside mainland China',
  lists: {
    'github-trending-today': { title: '今日趋势', type: 'hottest', interval: 600, limits, ask: today },
    'github-trending-weekly': { ...listOf('本周趋势', 'weekly'), interval: 21_600 },
    'github-trending-monthly': { ...listOf('本月趋势', 'monthly'), interval: 43_200 },
  },
})

function listOf(title: string, period: string): Omit<List, 'interval'> {
  const home = `https://github.com/trending?since=${period}`
  return {
    title,
    home,
    type: 'hottest',
    limits,
    ask: async (io) => (await repositories(io, home)).map(({ stars, ...item }) => ({ ...item, mobileUrl: item.url })),
  }
}

async function today(io: Io): Promise<HotItem[]> {
  const trending = await repositories(io, 'https://github.com/trending?spoken_language_code=')
  return trending.map(({ stars, ...item }) => ({ ...item, info: stars === '' ? undefined : `✰ ${stars}` }))
}

async function repositories(io: Io, address: string) {
  return (await pageRows(io, address, 'main .Box div[data-hpc] > article')).map((row) => {
    const stars = row.text('a[href$="stargazers"]')
    return {
      id: row.attribute('href', 'h2 a'),
      title: row.text('h2 a'),
      url: row.link('h2 a'),
      hot: amountOf(stars),
      hover: row.text('> p'),
      stars,
    }
  })
}

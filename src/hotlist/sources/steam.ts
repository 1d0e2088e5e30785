// Steam: games with the most current players (upstreams/hot/steam.md).
import { amountOf } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { pageRows } from '../sites/page-rows.ts'

const home = 'https://store.steampowered.com'

export default defineFamily({
  name: 'Steam',
  home,
  column: 'world',
  color: '#3b82f6',
  lists: { steam: { title: '在线人数', type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const games = await pageRows(io, `${home}/stats/stats/`, '#detailStats tr.player_count_row')
  return games.map((row) => {
    const url = row.link('a.gameLink')
    // The second number of a row is the peak of the day.
    const players = row.text('td:first-child .currentServers')
    return { id: url, title: row.text('a.gameLink'), url, hot: amountOf(players), info: players }
  })
}

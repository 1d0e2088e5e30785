// Steam: games with the most current players (upstreams/hot/steam.md).
import { amountOf } from '../../parsing/text.ts'
import { defineFamily } from '../list-definition.ts'
import { pageList } from '../sites/page-rows.ts'

const home = 'https://store.steampowered.com'

const ask = pageList(`${home}/stats/stats/`, '#detailStats tr.player_count_row', (row) => {
  const url = row.link('a.gameLink')
  // The second number of a row is the peak of the day.
  const players = row.text('td:first-child .currentServers')
  return { id: url, title: row.text('a.gameLink'), url, hot: amountOf(players), info: players }
})

export default defineFamily({
  name: 'Steam',
  home,
  column: 'game',
  color: '#1b2838',
  lists: { steam: { title: '在线人数', type: 'hottest', interval: 600, ask } },
})

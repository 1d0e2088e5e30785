// GitHub: repositories that gained the most stars today (upstreams/hot/github.md).
import { amountOf } from '../../reading/texts.ts'
import { family } from '../hot-list.ts'
import { pageRows } from '../sites/page-rows.ts'

export default family({
  name: 'Github',
  home: 'https://github.com/',
  column: 'tech',
  color: '#6b7280',
  lists: {
    'github-trending-today': {
      title: 'Today',
      type: 'hottest',
      interval: 600,
      // A slow page.
      limits: { attemptMs: 8_000, askMs: 20_000 },
      async ask(io) {
        const address = 'https://github.com/trending?spoken_language_code='
        return (await pageRows(io, address, 'main .Box div[data-hpc] > article')).map((row) => {
          const stars = row.text('a[href$="stargazers"]')
          return {
            id: row.attribute('href', 'h2 a'),
            title: row.text('h2 a'),
            url: row.link('h2 a'),
            hot: amountOf(stars),
            info: stars === '' ? undefined : `✰ ${stars}`,
            hover: row.text('> p'),
          }
        })
      },
    },
  },
})

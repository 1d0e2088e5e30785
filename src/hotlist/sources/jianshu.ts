// 简书: recommended articles of the front page (upstreams/hot/b-jianshu.md).
import { amountOf } from '../../parsing/text.ts'
import { defineFamily } from '../list-definition.ts'
import { toHttps } from '../sites/links.ts'
import { pageList } from '../sites/page-rows.ts'

const home = 'https://www.jianshu.com/'

const ask = pageList(
  home,
  'ul.note-list li',
  (row) => {
    const url = row.link('a.title')
    return {
      id: /\/p\/([^/?#]+)/.exec(url ?? '')?.[1],
      title: row.text('a.title'),
      url,
      mobileUrl: url,
      hot: amountOf(row.text('.meta span:has(.ic-list-like)')),
      hover: row.text('p.abstract'),
      info: row.text('a.nickname'),
      icon: toHttps(row.attribute('src', 'a.wrap-img img')),
    }
  },
  { referer: 'https://www.jianshu.com' },
)

export default defineFamily({
  name: '简书',
  home,
  column: 'community',
  color: '#ea6f5a',
  needs: 'an IP address that the site does not block',
  lists: { jianshu: { title: '热门推荐', type: 'hottest', interval: 3600, isOff: true, ask } },
})

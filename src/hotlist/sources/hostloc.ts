// 全球主机交流, a web hosting forum: the views of its guide (upstreams/hot/b-hostloc.md).
import { defineFamily } from '../list-definition.ts'
import { guideList } from '../sites/discuz-guide.ts'

const site = 'https://hostloc.com'
const name = '全球主机交流'

export default defineFamily({
  name,
  home: `${site}/`,
  column: 'community',
  color: '#336699',
  needs: 'an IP address that the site does not block',
  lists: {
    hostloc: guideList(site, name, 'hot'),
    'hostloc-digest': guideList(site, name, 'digest'),
    'hostloc-new': guideList(site, name, 'new'),
    'hostloc-newthread': guideList(site, name, 'newthread'),
  },
})

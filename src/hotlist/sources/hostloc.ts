// 全球主机交流, a web hosting forum: the views of its guide (upstreams/hot/b-hostloc.md).
import { defineFamily } from '../list-definition.ts'
import { guideList } from '../sites/discuz-guide.ts'

const site = 'https://hostloc.com'

export default defineFamily({
  name: '全球主机交流',
  home: `${site}/`,
  column: 'community',
  color: '#336699',
  needs: 'an IP address that the site does not block',
  lists: {
    hostloc: guideList(site, 'hot'),
    'hostloc-digest': guideList(site, 'digest'),
    'hostloc-new': guideList(site, 'new'),
    'hostloc-newthread': guideList(site, 'newthread'),
  },
})

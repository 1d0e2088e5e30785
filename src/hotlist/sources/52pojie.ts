// 吾爱破解, a reverse engineering forum: the views of its guide (upstreams/hot/b-52pojie.md).
import { defineFamily } from '../list-definition.ts'
import { guideList } from '../sites/discuz-guide.ts'

const site = 'https://www.52pojie.cn'

export default defineFamily({
  name: '吾爱破解',
  home: `${site}/`,
  column: 'community',
  color: '#d32f2f',
  needs: 'an IP address that the site does not block',
  lists: {
    '52pojie': guideList(site, 'digest'),
    '52pojie-hot': guideList(site, 'hot'),
    '52pojie-new': guideList(site, 'new'),
    '52pojie-newthread': guideList(site, 'newthread'),
  },
})

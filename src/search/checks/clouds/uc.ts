// Checks shares of UC (upstreams/search/link-check.md). The share page is the same for every path and is not requested.
import type { LinkCheck } from '../check.ts'
import { askSharePage } from '../share-page-api.ts'

const home = 'https://drive.uc.cn'
const api = 'pc-api.uc.cn'

export default {
  home: `${home}/`,
  manners: { parallel: 2, spacingMs: 400 },
  check(share, io) {
    return askSharePage(share, { token: api, detail: api, pr: 'UCBrowser', origin: home }, io)
  },
} satisfies LinkCheck

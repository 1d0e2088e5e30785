// Checks shares of Quark (upstreams/search/link-check.md).
import type { LinkCheck } from '../check.ts'
import { verdicts } from '../parse-reply.ts'
import { askSharePage } from '../share-page-api.ts'

const home = 'https://pan.quark.cn'

export default {
  home: `${home}/`,
  manners: { parallel: 2, spacingMs: 400 },
  unasked({ url }) {
    // Codes of the short host and of groups (`/g/`) are not share codes; the API would answer that the share does not exist.
    return url.startsWith(`${home}/s/`) ? undefined : verdicts.unclear('the address does not tell which share it is')
  },
  check(share, io) {
    return askSharePage(
      share,
      { token: 'drive-h.quark.cn', detail: 'drive-pc.quark.cn', pr: 'ucpro', origin: home },
      io,
    )
  },
} satisfies LinkCheck

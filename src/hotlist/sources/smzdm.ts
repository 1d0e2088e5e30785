// 什么值得买: the articles about shopping that are liked most, from its page, else from its ranking (upstreams/hot/smzdm.md).
import { z } from 'zod'
import { dataHeaders } from '../../reading/browser.ts'
import { rows } from '../../reading/rows.ts'
import { titleText } from '../../reading/texts.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { linkIn } from '../sites/links.ts'
import { pageRows } from '../sites/page-rows.ts'

const site = 'https://post.smzdm.com'

const ranking = z.object({
  data: rows(z.object({ title: z.string(), content: z.string().nullish(), jump_link: z.string() })),
})

export default family({
  name: '什么值得买',
  home: 'https://www.smzdm.com',
  column: 'china',
  color: '#ef4444',
  lists: {
    smzdm: {
      type: 'hottest',
      interval: 600,
      isOff: true,
      ask: (io) => io.firstOf([fromPage, fromRanking]),
    },
  },
})

async function fromPage(io: Io): Promise<HotItem[]> {
  const links = await pageRows(io, `${site}/hot_1/`, '#feed-main-list .z-feed-title a')
  return links.map((link) => ({ id: link.link(), title: link.text(), url: link.link() }))
}

/** The articles of the day; their links are those of the page, so that ranks go on. */
async function fromRanking(io: Io): Promise<HotItem[]> {
  const headers = { ...dataHeaders, referer: `${site}/rank/` }
  const { data } = await io.json(`${site}/rank/json_more/?unit=1`, ranking, { headers })
  return data.map(({ title, content, jump_link }) => {
    const url = linkIn(site, jump_link)
    return { id: url, title: titleText(title), url, hover: titleText(content ?? '') }
  })
}

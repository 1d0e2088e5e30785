// Weibo: the hot search, from its page, which requires a visitor cookie, or from APIs of the site (upstreams/hot/weibo.md, b-weibo.md,
// upstreams/search/evidence.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { firstElement, lenientArray, maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { pageRows } from '../../parsing/page-rows.ts'
import { checkShape, parseEmbeddedData } from '../../parsing/script-values.ts'
import { cookieText } from '../../parsing/source-settings.ts'
import { amountOf } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import { withVisitorPass } from '../../parsing/visitor-pass.ts'
import { encodeForQuery } from '../../parsing/web-links.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonRows } from '../sites/json-list.ts'

/** Visitor cookies, or the value of `SUB`, the only one that matters; by default the site issues one. */
const settings = z.object({
  cookie: cookieText()
    .transform((cookie) => (/\bSUB=/.test(cookie) ? cookie : `SUB=${cookie}`))
    .optional()
    .describe('visitor cookies, if the automatic ones are rejected'),
})

export default defineFamily({
  name: '微博',
  home: 'https://weibo.com',
  column: 'china',
  color: '#e6162d',
  needs: 'an IP address that the site does not block',
  settings,
  lists: {
    weibo: {
      title: '实时热搜',
      type: 'hottest',
      interval: 120,
      ask: (io, { cookie }) =>
        io.firstOf([
          (one) => asVisitor(one, cookie, (visitor) => summary(one, visitor)),
          fromApi('side/hotSearch', 'data.realtime'),
          fromApi('statuses/hot_band', 'data.band_list'),
          (one) => asVisitor(one, cookie, (visitor) => fromPhone(one, visitor)),
        ]),
    },
  },
})

/** Without a visitor cookie the site sends another page, without the list. */
function asVisitor(io: Io, cookie: string | undefined, use: (cookie: string) => Promise<HotItem[]>) {
  return cookie === undefined ? withVisitorPass(io, { key: 'visitor', make: () => newVisitor(io) }, use) : use(cookie)
}

const token = z.string().regex(/^[!-:<-~]+$/)
const visitor = z.object({
  retcode: z.int(),
  msg: maybeText,
  data: z.object({ sub: token, subp: token.nullish() }).nullish(),
})

async function newVisitor(io: Io): Promise<string> {
  const script = await io.text('https://passport.weibo.com/visitor/genvisitor2', {
    method: 'POST',
    headers: { ...dataHeaders, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'cb=visitor_gray_callback&tid=&from=weibo',
  })
  const { retcode, msg, data } = parseEmbeddedData(script, 'visitor_gray_callback(', visitor)
  if (retcode !== 20_000_000 || !data) throw apiRefusal(msg ?? '', retcode)
  return data.subp ? `SUB=${data.sub}; SUBP=${data.subp}` : `SUB=${data.sub}`
}

const address = 'https://s.weibo.com/top/summary?cate=realtimehot'

async function summary(io: Io, cookie: string): Promise<HotItem[]> {
  const table = await pageRows(io, address, '#pl_top_realtimehot table tbody tr', { referer: address, cookie })
  return table.flatMap((row) => {
    // Links of advertisements are set by a script that counts visits.
    const link = 'td.td-02 a[href]:not([href*="javascript:"])'
    const [label, url, word] = [row.text('td.td-03'), row.link(link), row.text(link)]
    const hasRank = /^\d+$/.test(row.text('td.td-01'))
    const isPinned = row.attribute('class', 'i.icon-top') !== undefined
    if (isPinned || (!hasRank && isPaid(label))) return []
    const hot = heatOf(row.text('td.td-02 span'))
    return [{ id: word, title: word, url, mobileUrl: url, hot, icon: icons.get(label) }]
  })
}

/** Images of the labels for new, hot and very hot. */
const icons: ReadonlyMap<string, string> = new Map(
  Object.entries({ 新: 1, 热: 2, 爆: 4 }).map(([label, at]) => [
    label,
    `https://simg.s.weibo.com/moter/flags/${at}_0.png`,
  ]),
)

function isPaid(label: string): boolean {
  return label === '荐' || label === '商'
}

/** The number at the end; a category may precede it: `剧集 982314`. */
function heatOf(text: string): number | undefined {
  return amountOf(/(?<!\d)(\d+)\D*$/.exec(text.trim().slice(-40))?.[1])
}

const flag = z.union([z.number(), z.boolean()]).nullish()
const entry = z.object({
  word: z.string(),
  word_scheme: maybeText,
  note: maybeText,
  num: z.union([z.number(), z.string()]).nullish(),
  realpos: maybeNumber,
  label_name: maybeText,
  icon_desc: maybeText,
  icon: maybeText,
  onboard_time: maybeNumber,
  is_ad: flag,
  topic_ad: flag,
})
type Entry = z.output<typeof entry>
const reply = { ok: ['ok', 1, 'msg'], row: entry, headers: { referer: 'https://weibo.com/' } } as const

function fromApi(path: string, rows: string) {
  return async (io: Io) => itemsOf(await jsonRows(io, `https://weibo.com/ajax/${path}`, { ...reply, rows }))
}

function itemsOf(entries: readonly Entry[]): HotItem[] {
  return entries.filter(isFound).map(({ word, word_scheme, num, label_name, icon_desc, ...row }) => ({
    ...searchOf(word, word_scheme ?? ''),
    pubDate: unixTime(row.onboard_time),
    hot: typeof num === 'string' ? heatOf(num) : num,
    hover: row.note,
    icon: icons.get(label_name || icon_desc || '') ?? row.icon,
  }))
}

function isFound({ is_ad, topic_ad, realpos, icon_desc, label_name }: Entry): boolean {
  const hasRank = typeof realpos === 'number' && realpos > 0
  return !is_ad && !topic_ad && (hasRank || !isPaid(icon_desc || label_name || ''))
}

/** Id and title match the page; the link searches for the term as a hashtag. */
function searchOf(word: string, tag: string): Pick<HotItem, 'id' | 'title' | 'url' | 'mobileUrl'> {
  const url = `https://s.weibo.com/weibo?q=${encodeForQuery(tag.startsWith('#') ? tag : `#${word}#`)}`
  return { id: word, title: word, url, mobileUrl: url }
}

const card = z.object({
  desc: z.string(),
  desc_extr: z.union([z.number(), z.string()]).nullish(),
  icon: maybeText,
  scheme: maybeText,
  actionlog: z.object({ ext: maybeText }).nullish(),
})
/** The first entry is pinned. */
const cards = z
  .array(z.unknown())
  .transform((group) => group.slice(1))
  .pipe(lenientArray(card))
const phoneList = z.object({ data: z.object({ cards: firstElement(z.object({ card_group: cards })) }) })
const phoneEnvelope = z.looseObject({ ok: z.int(), msg: maybeText })

async function fromPhone(io: Io, cookie: string): Promise<HotItem[]> {
  const list = 'containerid=106003type%3D25%26t%3D3%26disable_hot%3D1%26filter_type%3Drealtimehot'
  const text = await io.text(`https://m.weibo.cn/api/container/getIndex?${list}`, {
    headers: { ...dataHeaders, 'mweibo-pwa': '1', 'x-requested-with': 'XMLHttpRequest', cookie },
  })
  return phoneItems(checkShape(phoneReply(text), phoneList))
}

/** Parses the mobile API. @throws UpstreamError `blocked` for the reply to unauthorized visitors: a page, or an empty reply. */
function phoneReply(text: string): unknown {
  if (text.includes('<title>Sina Visitor System</title>'))
    throw new UpstreamError('blocked', 'the site sent the page for new visitors', { reason: { code: 'challenge' } })
  const reply = parseEmbeddedData(text, '', phoneEnvelope)
  if (reply.ok === 1) return reply
  throw new UpstreamError('blocked', apiRefusal(reply.msg ?? '', reply.ok).message)
}

function phoneItems({ data }: z.output<typeof phoneList>): HotItem[] {
  return data.cards.card_group
    .filter(({ actionlog }) => !actionlog?.ext?.includes('ads_word'))
    .map(({ desc, desc_extr, icon, scheme }) => ({
      ...searchOf(desc, ''),
      mobileUrl: scheme,
      hot: heatOf(String(desc_extr ?? '')),
      icon,
    }))
}

// 酷安: today's most-read posts about phones and apps (upstreams/hot/coolapk.md, b-coolapk.md).
import { hash } from 'node:crypto'
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { lenientArray, maybeNumber, maybeText, maybeWord } from '../../parsing/lenient-schemas.ts'
import { richText } from '../../parsing/rich-text.ts'
import { amountOf } from '../../parsing/text.ts'
import { resolveLink } from '../../parsing/web-links.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'

const list = encodeURIComponent('/feed/statList?cacheExpires=300&statType=day&sortField=detailnum&title=今日热门')
const address = `https://api.coolapk.com/v6/page/dataList?url=${list}&title=${encodeURIComponent('今日热门')}&subTitle=&page=1`

const app = {
  'x-requested-with': 'XMLHttpRequest',
  'x-app-id': 'com.coolapk.market',
  'x-sdk-int': '29',
  'x-sdk-locale': 'zh-CN',
  'x-app-version': '11.0',
  'x-api-version': '11',
  'x-app-code': '2101202',
  'user-agent':
    'Dalvik/2.1.0 (Linux; U; Android 10; Redmi K30 5G MIUI/V12.0.3.0.QGICMXM) (#Build; Redmi; Redmi K30 5G; QKQ1.191222.002 test-keys; 10) +CoolMarket/11.0-2101202',
}

/** A post, or a card of the page's layout, which has no id. */
const row = z.object({
  id: maybeWord,
  editor_title: maybeText,
  message: maybeText,
  url: maybeText,
  ttitle: maybeText,
  targetRow: z.object({ subTitle: maybeText }).nullish(),
})
const reply = z.object({ status: maybeNumber, message: maybeText, data: lenientArray(row).nullish() })

export default defineFamily({
  name: '酷安',
  home: 'https://coolapk.com',
  column: 'tech',
  color: '#11ab60',
  lists: { coolapk: { title: '今日最热', type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const headers = { ...app, 'x-app-token': coolapkToken(coolapkDevice(io.now), io.now) }
  const { status, message, data } = await io.json(address, reply, { headers })
  if (!data && /验证|verif/i.test(message ?? '')) throw new UpstreamError('blocked', 'the site wants a verification')
  if (!data) throw apiRefusal(message ?? '', status ?? undefined)
  return data.map(({ id, editor_title, message, url, ttitle, targetRow }) => ({
    id,
    title: editor_title || firstLine(message ?? ''),
    url: resolveLink('https://www.coolapk.com', url),
    hot: amountOf(targetRow?.subTitle),
    info: targetRow?.subTitle,
    hover: ttitle,
  }))
}

function firstLine(html: string): string {
  return richText(html, { keepsBreaks: true }).text.split('\n', 1).join('')
}

/** The token of a device for a time, with a precision of seconds. */
function coolapkToken(device: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const secret = `token://com.coolapk.market/c67ef5943784d09750dcfbb31020f0ab?${hash('md5', `${seconds}`)}$${device}&com.coolapk.market`
  return `${hash('md5', Buffer.from(secret).toString('base64'))}${device}0x${seconds.toString(16)}`
}

/** A made-up device id of five groups; it depends on the time. */
function coolapkDevice(at: Date): string {
  const digits = hash('sha256', `${at.getTime()}`)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

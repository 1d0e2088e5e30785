// The hot-list board: cards, tabs, refresh, live updates, and the link from an item to a search.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { trendsAnswer } from '../../src/contract/hotlist-trends.ts'
import {
  card,
  headline,
  items,
  menu,
  namesOf,
  phone,
  type ReaderOptions,
  searchBox,
  soon,
  tab,
  untilThere,
  useBrowser,
} from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,douyin,baidu,toutiao,36kr-quick,ithome,douban' })

async function open(path = '/hot?topic=all', options: ReaderOptions = {}): Promise<Page> {
  trawl.standin.setStep(0)
  const { page } = await readers.open(`${trawl.url}${path}`, options)
  return page
}

/** Another client refreshes a list, which the server allows every ten seconds. */
async function askAgain(id: string, isSeen: () => Promise<boolean>): Promise<void> {
  const look = async () => {
    await (await fetch(`${trawl.url}/api/v1/sources/${id}?force=1`)).arrayBuffer()
    return isSeen()
  }
  await expect.poll(look, { interval: 500 }).toBe(true)
}

describe('the board', () => {
  it('has a card for each list, in columns by topic, with rank, title, heat and age', async () => {
    const page = await open('/hot?topic=all')
    const weibo = card(page, '微博')
    await untilThere(weibo)
    await weibo.locator('time').first().waitFor()
    expect(await items(weibo).count()).toBe(8)
    expect(await items(weibo).nth(1).innerText()).toMatch(/2/)
    expect(await headline(weibo, 0).getAttribute('href')).toMatch(/^https:\/\//)
    expect(await headline(weibo, 0).getAttribute('rel')).toBe('noopener noreferrer')
    await untilThere(card(page, 'IT之家'))
    await weibo.getByRole('button', { name: /^展开全部/ }).click()
    await soon(() => items(weibo).count()).toBeGreaterThan(8)
  })

  it('shows one topic by its address, and all again', async () => {
    const page = await open('/hot?topic=tech')
    await untilThere(card(page, 'IT之家'))
    expect(await card(page, '微博').count()).toBe(0)
    await page.getByRole('navigation', { name: '分类' }).getByRole('link', { name: /^全部/ }).click()
    await untilThere(card(page, '微博'))
    expect(new URL(page.url()).search).toBe('?topic=all')
  })

  it('has a tab of one’s own for starred lists', async () => {
    const page = await open()
    await untilThere(card(page, '知乎'))
    await card(page, '知乎').getByRole('button', { name: '收藏 知乎' }).click()
    await card(page, '抖音').getByRole('button', { name: '收藏 抖音' }).click()
    await page.getByRole('navigation', { name: '分类' }).getByRole('link', { name: '收藏 2' }).click()
    await soon(() => namesOf(page)).toEqual(['知乎', '抖音'])
    await menu(page, '抖音', '移到最前')
    await soon(() => namesOf(page)).toEqual(['抖音', '知乎'])
    await page.goto(`${trawl.url}/hot?topic=starred`)
    await untilThere(card(page, '知乎'))
    expect(await namesOf(page)).toEqual(['抖音', '知乎'])
    for (const _ of ['抖音', '知乎'])
      await page
        .getByRole('button', { name: /^收藏 /, pressed: true })
        .first()
        .click()
    await page.getByText('还没有收藏榜单').waitFor()
  })

  it('leads to a list by its address', async () => {
    const page = await open('/hot?list=36kr')
    await soon(() => card(page, '36氪').evaluate((list) => list === document.activeElement)).toBe(true)
    expect(new URL(page.url()).search).toBe('?topic=popular')
  })

  it('reserves the room of what is still to come', async () => {
    trawl.standin.setWeather({ medianMs: 600, p95Ms: 900, hangShare: 0, errorShare: 0, errors: [] })
    const page = await open('/hot?topic=popular')
    const [first, second] = [card(page, '百度 热搜'), card(page, '抖音')]
    const before = [await first.boundingBox(), await second.boundingBox()]
    await items(first).nth(7).waitFor()
    expect([await first.boundingBox(), await second.boundingBox()]).toEqual(before)
  })

  it('on a phone shows one tab at a time, the best known lists below each other; a press on another leads there', async () => {
    const page = await open('/hot?topic=popular', phone)
    for (const name of ['微博', '知乎', '抖音']) {
      const { x = -1, width = 999 } = (await card(tab(page, '精选'), name).boundingBox()) ?? {}
      expect([name, x >= 0 && x + width <= 360]).toEqual([name, true])
    }
    await page.getByRole('navigation', { name: '分类' }).getByRole('link', { name: /^科技/ }).tap()
    const ithome = card(tab(page, '科技'), 'IT之家')
    await untilThere(ithome)
    await soon(async () => (await ithome.boundingBox())?.x ?? -1).toBeLessThan(360)
  })
})

describe('a list', () => {
  it('on a phone gives its titles the same width before and after the numbers of sites come', async () => {
    const { promise: wanted, resolve: release } = Promise.withResolvers<void>()
    const { page } = await readers.open(`${trawl.url}/status`, phone)
    await page.route('**/api/v1/trends?*', async (route) => {
      await wanted
      await route.continue()
    })
    await page.goto(`${trawl.url}/hot?topic=tech`)
    const quick = card(tab(page, '科技'), '36氪')
    await untilThere(quick)
    const widths = () =>
      items(quick)
        .locator('a[target=_blank]')
        .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().width))
    const before = await widths()
    release()
    await quick
      .getByText(/个平台都在说/)
      .first()
      .waitFor()
    expect(await widths()).toEqual(before)
  })

  it('that has changed is told without asking, and what one reads does not move', async () => {
    const page = await open()
    const zhihu = card(page, '知乎')
    await untilThere(zhihu)
    await zhihu.getByText('实时更新中').waitFor({ state: 'attached' })
    await zhihu.evaluate((list) => list.scrollIntoView({ block: 'start' }))
    await page.mouse.move(5, 5)
    const place = await zhihu.boundingBox()
    const before = await items(zhihu).allInnerTexts()
    trawl.standin.setStep(40)
    await askAgain('zhihu', async () => (await items(zhihu).allInnerTexts()).join() !== before.join())
    expect(await zhihu.boundingBox()).toEqual(place)
  })

  it('stands still under the mouse, and shows what has changed to who wants it, or when it is left', async () => {
    const page = await open()
    const baidu = card(page, '百度 热搜')
    await untilThere(baidu)
    await baidu.getByText('实时更新中').waitFor({ state: 'attached' })
    const titles = () => baidu.locator('a[target=_blank]').allInnerTexts()
    for (const isWanted of [true, false]) {
      await items(baidu)
        .nth(isWanted ? 2 : 3)
        .hover()
      const before = await titles()
      trawl.standin.setStep(isWanted ? 40 : 80)
      await askAgain('baidu', () => baidu.getByText('有更新').isVisible())
      expect(await titles()).toEqual(before)
      if (isWanted) await baidu.getByRole('button', { name: '有更新' }).click()
      if (isWanted) expect(await baidu.evaluate((list) => list === document.activeElement)).toBe(true)
      else await page.mouse.move(5, 5)
      await baidu.getByText('有更新').waitFor({ state: 'detached' })
      await soon(titles).not.toEqual(before)
    }
  })

  it('is refreshed by a press, or all that are near', async () => {
    const page = await open()
    await untilThere(card(page, '微博'))
    const asked = page.waitForRequest(/\/api\/v1\/sources\/weibo\?.*force=1/)
    await card(page, '微博')
      .getByRole('button', { name: /^刷新 微博/ })
      .click()
    await asked
    const askedAll = page.waitForRequest(/\/api\/v1\/batch\?.*force=1/)
    await page.getByRole('button', { name: '刷新附近的榜单' }).click()
    expect(decodeURIComponent((await askedAll).url())).toContain('zhihu')
  })

  it('that has nothing but a failure is small, says why, and is not called live', async () => {
    const page = await open('/hot?topic=popular')
    await page.route('**/api/v1/batch?*', (route) => {
      const ids = new URL(route.request().url()).searchParams.get('sources')?.split(',') ?? []
      const failed = { data: [], stale: false, updatedAt: null, error: { kind: 'network', message: 'refused' } }
      return route.fulfill({ json: { timestamp: Date.now(), results: ids.map((id) => ({ id, ...failed })) } })
    })
    await page.route('**/api/v1/stream?*', () => undefined)
    await page.reload()
    const weibo = card(page, '微博')
    await weibo.getByText('连不上这个网站').waitFor()
    await soon(async () => (await weibo.boundingBox())?.height ?? 0).toBeLessThan(160)
    expect(await weibo.getByText('实时更新中').count()).toBe(0)
    expect(await page.getByRole('link', { name: '多数榜单更新失败' }).getAttribute('href')).toBe('/status')
  })

  it('that fails shows what it had, how old that is, and why', async () => {
    const page = await open()
    const toutiao = card(page, '今日头条')
    await untilThere(toutiao)
    trawl.standin.setFaults({ kind: '503' })
    await askAgain('toutiao', () => toutiao.getByText('更新失败').isVisible())
    expect(await items(toutiao).count()).toBe(8)
    await toutiao.getByRole('button', { name: /为什么没有更新/ }).click()
    await toutiao.getByText('网站暂时故障').waitFor()
    await toutiao.getByText(/^下面的内容更新于.*。$/).waitFor()
  })
})

describe('the view', () => {
  it('is live again for who left while the stream was broken', async () => {
    const page = await open('/hot?topic=all', { mayComplain: /ERR_FAILED/ })
    const follows = '**/api/v1/stream?*follow=1*'
    await page.route(follows, (route) => route.abort())
    await page.reload()
    await page.getByText('连接断开，正在重连').waitFor()
    await page.getByRole('link', { name: '搜索', exact: true }).click()
    await searchBox(page).waitFor()
    await page.unroute(follows)
    await page.getByRole('link', { name: '热榜' }).click()
    expect(await page.title()).toBe('热榜 - Trawl')
    await page.getByRole('link', { name: /^全部 \d/ }).click()
    await page.getByRole('article').first().getByText('实时更新中').waitFor({ state: 'attached' })
  })

  it('leaves its reader alone when nobody knows him any more, until he wants to be known', async () => {
    const page = await open('/hot?topic=all', { mayComplain: /status of 401/ })
    const first = page.getByRole('article').first()
    await untilThere(first)
    const refused = { status: 401, json: { message: 'who is there?' } }
    for (const path of ['batch', 'stream']) await page.route(`**/api/v1/${path}?*`, (route) => route.fulfill(refused))
    const asked = page.waitForRequest(/follow=1/)
    await page.reload()
    await asked
    await first.getByText('需要登录或密钥。').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await first.getByRole('button', { name: '登录' }).click()
    await page.getByRole('dialog', { name: '登录' }).waitFor()
  })

  it('has the menu of a card at its button, also when it is scrolled', async () => {
    const page = await open('/hot?topic=china')
    await untilThere(card(page, '微博'))
    const first = page.getByRole('article').first()
    const button = first.getByRole('button', { name: /的更多操作$/ })
    await button.click()
    const menu = page.locator('[popover]:popover-open')
    const distance = async () => {
      const [above, below] = [await button.boundingBox(), await menu.boundingBox()]
      return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))
    }
    await soon(distance).toBe(0)
    await first.evaluate((list) => list.closest('.overflow-y-auto')?.scrollBy(0, 20))
    await soon(distance).toBe(0)
  })
})

describe('a word in all lists', () => {
  it('is asked for when the typing rests, at once by Enter, and a refusal is shown', async () => {
    const { page } = await readers.open(`${trawl.url}/hot?topic=popular`, { mayComplain: /status of 429/ })
    const asked: (string | null)[] = []
    await page.clock.install()
    await page.route('**/api/v1/find?*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('q'))
      if (asked.length === 2) await route.fulfill({ status: 429, json: { message: 'too often' } })
      else await route.continue()
    })
    await page.goto(`${trawl.url}/hot?topic=popular`)
    await untilThere(card(page, '微博'))
    await page.getByRole('button', { name: '找榜单，找内容' }).click()
    const box = page.getByRole('dialog').getByRole('textbox')
    await box.waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const typed of ['没', '没有', '没有这个词']) {
      await box.fill(typed)
      await page.clock.runFor(200)
    }
    expect(asked).toEqual([])
    await page.clock.runFor(200)
    await soon(() => asked).toEqual(['没有这个词'])
    await box.fill('也没有')
    await box.press('Enter')
    // Effects of the page run in the next frame.
    await page.clock.runFor(50)
    await soon(() => asked).toEqual(['没有这个词', '也没有'])
    await page.clock.resume()
    await page.getByRole('dialog').getByText('请求太频繁').waitFor()
    await box.press('Enter')
    await page.getByText('没有榜单提到“也没有”').waitFor()
  })

  it('shows a story once, with the sites that list it', async () => {
    const page = await open()
    await untilThere(card(page, '微博'))
    await untilThere(card(page, '知乎'))
    const trends = await fetch(`${trawl.url}/api/v1/trends?window=24h`)
    const { stories } = trendsAnswer.parse(await trends.json())
    await page.getByRole('button', { name: '找榜单，找内容' }).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(stories[0]?.items[0]?.title ?? '')
    const row = page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ has: page.getByRole('list') })
    await row.first().getByRole('list', { name: '上榜的平台' }).waitFor()
    expect(await row.first().getByRole('listitem').count()).toBeGreaterThan(1)
  })

  it('can be watched on a phone with a press on what is seen whole', async () => {
    const { page } = await readers.open(`${trawl.url}/hot?find=x`, {
      screen: { width: 360, height: 780 },
      hasTouch: true,
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('没有这个词')
    const bell = dialog.getByRole('button', { name: '关注', exact: true })
    const endOf = async (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right)
    await bell.waitFor()
    expect(await endOf(bell)).toBeLessThanOrEqual(await endOf(dialog.getByRole('textbox')))
  })

  it('is looked for in the other lists too on demand', async () => {
    const { page } = await readers.open(`${trawl.url}/hot?topic=popular&find=x`)
    await page.route('**/api/v1/find?*', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: isAsked ? answer : { ...answer, missing: ['ithome', 'douban'] } })
    })
    let isAsked = false
    page.on('request', (request) => {
      isAsked ||= request.url().includes('/api/v1/batch?limit=1&sources=ithome,douban')
    })
    await page.getByRole('dialog').getByRole('textbox').fill('没有这个词')
    await page.getByRole('button', { name: '也在其余 2 个榜单里找' }).click()
    await page.getByRole('button', { name: /^也在其余/ }).waitFor({ state: 'detached' })
    expect(isAsked).toBe(true)
  })
})

it('says that the lists cannot be had, and asks again on demand', async () => {
  const { page } = await readers.open(`${trawl.url}/status`, { mayComplain: /status of 503/ })
  await page.route('**/api/v1/sources', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '3' }, json: { message: 'too much to do' } }),
  )
  await page.getByRole('link', { name: '热榜' }).click()
  await page.getByText('服务器繁忙').waitFor()
  await page.unroute('**/api/v1/sources')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('link', { name: /^全部 \d/ }).click()
  await untilThere(card(page, '微博'))
})

// Search, in the view of links: streamed results, tabs, filters, copying, URLs, pictures, dead links, recent searches.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { searchMessages } from '../../web/src/search/messages.ts'
import {
  clipboard,
  copied,
  phone,
  type ReaderOptions,
  searchBox,
  searchEnded,
  searchFor,
  soon,
  useBrowser,
} from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const words = searchMessages.zh

const readers = useBrowser()
const trawl = serveAll()

function open(kw: string, more = '', options: ReaderOptions = {}) {
  return readers.open(`${trawl.url}/?view=links&kw=${encodeURIComponent(kw)}${more}`, options)
}

function rows(page: Page) {
  return page.getByRole('region', { name: '搜索结果' }).getByRole('listitem')
}
function titlesOf(page: Page) {
  return rows(page).locator('a[href]').allInnerTexts()
}

/** The rows on the screen: position and title. What is off the screen is not laid out. */
function seenIn(page: Page): Promise<string[]> {
  return rows(page).evaluateAll((all) =>
    all
      .map((row) => ({ box: row.getBoundingClientRect(), title: row.querySelector('p')?.textContent }))
      .filter(({ box }) => box.height > 0 && box.top < innerHeight)
      .map(({ box, title }) => `${Math.round(box.top)} ${title}`),
  )
}

/** The search has ended and the first row is rendered. */
async function untilDone(page: Page, total: number): Promise<void> {
  await page.getByText(`共 ${total} 条`, { exact: true }).waitFor()
  await rows(page).first().and(page.locator('[aria-posinset]')).waitFor()
  await searchEnded(page)
}

/** Runs in the page: the last event of a search arrives when the window gets the event `letEnd`. */
function holdEnd(): void {
  const { fetch } = globalThis
  const gate = new Promise((resolve) => addEventListener('letEnd', resolve))
  const lastWaits = () => {
    let rest = ''
    return new TransformStream<string, string>({
      async transform(text, controller) {
        const events = (rest + text).split(/(?<=\n\n)/)
        rest = events.at(-1)?.endsWith('\n\n') ? '' : (events.pop() ?? '')
        for (const event of events) {
          if (event.startsWith('event: end')) await gate
          controller.enqueue(event)
        }
      },
    })
  }
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request)
    if (!(response.body && String(request[0]).startsWith('/api/search/stream'))) return response
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(lastWaits())
    return new Response(events.pipeThrough(new TextEncoderStream()), response)
  }
}

describe('a search', () => {
  it('shows what came while slow sources are waited for, and says how many have answered', async () => {
    trawl.standin.setFaults({ kind: 'hang', match: '/s/demo_three' })
    const { page } = await open('春笋')
    await page.getByText(words.answered(2, 3)).waitFor()
    const bar = page.getByRole('progressbar', { name: '搜索进度' })
    expect([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')]).toEqual(['2', '3'])
    // What hangs is not waited for: the page is asked to search again.
    trawl.standin.setFaults()
    await page.getByRole('button', { name: words.stop }).click()
    await page.getByRole('button', { name: words.refresh }).click()
    await page.getByText(words.answered(3, 3)).waitFor()
    await searchEnded(page)
    expect(await bar.count()).toBe(0)
  })

  it.each(['mouse', 'finger'])('shows what comes where a %s is already', async (pointer) => {
    const gate = Promise.withResolvers<void>()
    const { page } = await readers.open(`${trawl.url}/?view=links`, { hasTouch: pointer === 'finger' })
    await page.route('**/api/search/stream?*', async (route) => {
      await gate.promise
      await route.continue()
    })
    // Before the script has run, the form would be sent without the view.
    await page.getByRole('button', { name: /^命令与设置/ }).waitFor()
    await searchFor(page, '纸鹤')
    await page.getByRole('progressbar').waitFor()
    const place = await page.getByRole('region', { name: '搜索结果' }).boundingBox()
    const [x, y] = [(place?.x ?? 0) + 200, (place?.y ?? 0) + 250]
    if (pointer === 'finger') await page.touchscreen.tap(x, y)
    else await page.mouse.move(x, y, { steps: 3 })
    gate.resolve()
    await untilDone(page, 9)
    expect(await rows(page).first().getAttribute('aria-setsize')).toBe('9')
  })

  it('says that links are hidden only of those that are there', async () => {
    const hidden = /条结果都被隐藏了/
    const { page } = await readers.open(trawl.url)
    await page.addInitScript(holdEnd)
    const search = `${trawl.url}/?view=links&kw=${encodeURIComponent('风')}`
    await page.goto(`${search}&include=zxqv`)
    await page.getByText(words.answered(3, 3)).waitFor()
    await page.getByText(hidden).waitFor()
    // In the same document, where the code that says it is loaded.
    await page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `${search}&tab=pikpak`)
    await page.getByText(hidden).waitFor({ state: 'detached' })
    await page.getByText(/^0\/[1-9]\d* 条$/).waitFor()
    await page.evaluate(() => dispatchEvent(new Event('letEnd')))
    await searchEnded(page)
    await page.getByText(hidden).waitFor()
  })
})

describe('what is found', () => {
  it('is narrowed by words in and out, and says how to get it back when nothing is left', async () => {
    const { page } = await open('纸鹤')
    await untilDone(page, 9)
    await soon(() => rows(page).count()).toBe(9)
    const all = await titlesOf(page)
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByLabel('标题包含').fill('有声书')
    const wanted = all.filter((title) => title.includes('有声书'))
    await soon(() => titlesOf(page)).toEqual(wanted)
    await page.getByLabel('标题包含').fill('')
    await page.getByLabel('标题不含').fill('有声书')
    await soon(() => rows(page).count()).toBe(all.length - wanted.length)
    await page.getByLabel('标题不含').fill('纸鹤')
    await page.getByText('9 条结果都被隐藏了').waitFor()
    await page.getByRole('button', { name: '清除筛选词' }).click()
    await soon(() => rows(page).count()).toBe(9)
  })

  it('is marked as dead once it was checked, and can be hidden then', async () => {
    const { page } = await open('雨')
    await untilDone(page, 19)
    // The others are checked when they become visible.
    await rows(page).getByText('已失效').first().waitFor()
    expect(await rows(page).getByText('有效', { exact: true }).count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: '只看有效' }).click()
    await rows(page).getByText('已失效').waitFor({ state: 'detached' })
    await page.getByText(/^\d+\/\d+ 条$/).waitFor()
    expect(new URL(page.url()).searchParams.get('dead')).toBe('hide')
  })

  it('has pictures on demand, which come from the service and nobody else', async () => {
    const { page, asked } = await open('纸鹤')
    await untilDone(page, 9)
    expect(asked.filter((line) => line.includes('/api/v1/picture'))).toEqual([])
    const [row] = await rows(page)
      .filter({ has: page.getByRole('button', { name: /^图片/ }) })
      .all()
    await row?.getByRole('button', { name: /^图片/ }).click()
    const picture = row?.getByRole('img').first()
    await picture?.waitFor()
    await expect
      .poll(() => picture?.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0)
    expect(asked.filter((line) => line.includes('/api/v1/picture')).length).toBeGreaterThan(0)
  })
})

describe('under the reader’s finger', () => {
  it('nothing moves: what comes while he reads waits until he asks for it', async () => {
    // The response starts at once, to avoid retries, and then takes its time.
    trawl.standin.setFaults({ kind: 'slow-drip', match: '/s/demo_three', amount: 10_000 })
    const { page } = await open('云')
    await page.getByText(words.answered(2, 3)).waitFor()
    await rows(page).first().locator('time').click()
    const before = await seenIn(page)
    expect(before.length).toBeGreaterThan(5)
    await page.getByText(words.answered(3, 3)).waitFor()
    const pill = page.getByRole('button', { name: /^＋\d+ 条新结果$/ })
    await pill.waitFor()
    expect(await seenIn(page)).toEqual(before)
    await pill.click()
    await pill.waitFor({ state: 'detached' })
    await untilDone(page, 73)
    expect(await rows(page).first().getAttribute('aria-setsize')).toBe('73')
  })
})

it('on a phone, the filters stay where they were swiped to, and the number is that of the chosen cloud', async () => {
  const { page } = await open('云', '', phone)
  await searchEnded(page)
  const chosen = page.getByRole('group', { name: '筛选作品' }).getByRole('button', { name: /^磁力/ })
  await chosen.scrollIntoViewIfNeeded()
  const placeOf = async () => (await chosen.boundingBox())?.x
  const before = await placeOf()
  await chosen.tap()
  const count = /\d+/.exec(await chosen.innerText())?.[0]
  await page.getByText(new RegExp(`^${count}/\\d+ 条$`)).waitFor()
  expect(await placeOf()).toBe(before)
  // Filters that no link of the cloud has come back.
  await chosen.tap()
  await page.getByText(/^共 \d+ 条$/).waitFor()
  expect(await placeOf()).toBe(before)
})

describe('on the way up', () => {
  const scroll = async (page: Page, px: number) => {
    const before = await page.evaluate(() => scrollY)
    await page.mouse.wheel(0, px)
    // Measured rows correct the place a little.
    await soon(async () => ((await page.evaluate(() => scrollY)) - before) / px).toBeGreaterThan(0.5)
  }

  it('the keyword is above the tools, and leads back to the box', async () => {
    const { page } = await open('云', '', { screen: { width: 360, height: 640 } })
    await searchEnded(page)
    await rows(page).first().and(page.locator('[aria-posinset]')).waitFor()
    const keyword = page.getByRole('button', { name: '搜索 云' })
    await scroll(page, 1_500)
    expect(await keyword.count()).toBe(0)
    await scroll(page, -100)
    await soon(() => keyword.boundingBox()).toMatchObject({ y: 0, height: 44 })
    const tools = page.getByRole('group', { name: '筛选作品' })
    const top = async () => (await tools.boundingBox())?.y ?? 0
    const below = await top()
    await scroll(page, 100)
    await keyword.waitFor({ state: 'detached' })
    expect(below - (await top())).toBe(44)
    await scroll(page, -100)
    await keyword.click()
    await soon(() => page.evaluate(() => scrollY)).toBe(0)
    const isSelected = (input: Element) => input instanceof HTMLInputElement && input.selectionEnd === 1
    expect(await searchBox(page).evaluate(isSelected)).toBe(true)
    expect(await searchBox(page).evaluate((input) => input === document.activeElement)).toBe(true)
    await keyword.waitFor({ state: 'detached' })
  })
})

it('the choice of sources says what each published lately, the most productive first', async () => {
  const { page } = await readers.open(trawl.url)
  const yields = new Map([
    ['tg:demo_two', { links: 1_200, kinds: ['movie', 'series'] }],
    ['tg:demo_three', { links: 7, kinds: [] }],
  ])
  await page.route('**/api/v1/health', async (route) => {
    const report = await (await route.fetch()).json()
    for (const source of report.search.details) source.last30Days = yields.get(source.id)
    await route.fulfill({ json: report })
  })
  await page.getByRole('button', { name: '选择来源' }).click()
  const channels = page.getByRole('group', { name: 'Telegram 频道' }).getByRole('listitem')
  await soon(() => channels.allInnerTexts()).toEqual([
    expect.stringMatching(/^@demo_two\n1200 条 · 电影 · 剧集/),
    expect.stringMatching(/^@demo_three\n7 条/),
    expect.stringMatching(/^@demo_share(?!.*条)/),
  ])
})

it('the choice of sources has an address: going back closes it, and what is chosen takes its place', async () => {
  const { page } = await open('纸鹤')
  await untilDone(page, 9)
  const search = page.url()
  const dialog = page.getByRole('dialog', { name: '搜索范围' })
  await page.getByRole('button', { name: '选择来源' }).click()
  await dialog.waitFor()
  expect(new URL(page.url()).searchParams.get('dialog')).toBe('sources')
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '选择来源' }).click()
  await dialog.getByLabel('只搜频道').check()
  await dialog.getByRole('button', { name: '确定' }).click()
  await soon(() => new URL(page.url()).searchParams.get('src')).toBe('tg')
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
  await soon(() => page.url()).toBe(search)
  expect(await dialog.count()).toBe(0)
})

describe('on a phone', () => {
  const phone = { width: 390, height: 844 }

  it('a link with a code and pictures has two lines, and a copy button of 44 px', async () => {
    const { page } = await open('纸鹤')
    await page.setViewportSize(phone)
    await untilDone(page, 9)
    const row = rows(page)
      .filter({ has: page.getByRole('button', { name: /^复制提取码/ }) })
      .filter({ has: page.getByRole('button', { name: /^图片/ }) })
      .first()
    expect((await row.boundingBox())?.height).toBeLessThan(80)
    expect(await row.getByRole('button', { name: words.copyLink }).boundingBox()).toMatchObject({
      width: 44,
      height: 44,
    })
  })

  it('a channel can be added on the first screen of the choice of sources', async () => {
    const { page } = await readers.open(trawl.url)
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: '选择来源' }).click()
    const add = page.getByRole('dialog').getByLabel('添加自己的频道')
    await add.waitFor()
    expect((await add.boundingBox())?.y).toBeLessThan(600)
  })
})

describe('what is copied', () => {
  it('is title, link and code in one piece, or the code', async () => {
    const { page } = await open('纸鹤', '&tab=xunlei', clipboard)
    const row = rows(page).first()
    const url = (await row.getByRole('link').first().getAttribute('href')) ?? ''
    await row.getByRole('button', { name: words.copyLink }).click()
    await page.getByRole('status').getByText(words.copiedWithCode).waitFor()
    const [title, address] = (await copied(page)).split('\n')
    expect([title, address]).toEqual([await row.getByRole('link').first().innerText(), url])
    const code = row.getByRole('button', { name: /^复制提取码/ })
    await code.click()
    await soon(() => copied(page)).toBe((await code.getAttribute('aria-label'))?.replace('复制提取码 ', ''))
  })

  it('is all of a tab at once', async () => {
    const { page } = await open('纸鹤', '&tab=baidu', clipboard)
    await page.getByText('3/9 条', { exact: true }).waitFor()
    await searchEnded(page)
    await page.getByRole('button', { name: '导出' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '复制文本' }).click()
    await page.getByText('已复制 3 项').waitFor()
    const texts = (await copied(page)).split('\n\n')
    expect(texts).toHaveLength(3)
    // One may have been found dead since.
    for (const text of texts) expect(text).toMatch(/https:\/\/pan\.baidu\.com\/|链接都已失效/)
  })
})

describe('the address', () => {
  it('shows somebody else the same search in the same way', async () => {
    const { page, context } = await open('纸鹤')
    await untilDone(page, 9)
    await page.getByRole('button', { name: /^百度 ?\d/ }).click()
    await page.getByRole('button', { name: '最新' }).click()
    await soon(() => new URL(page.url()).searchParams.get('sort')).toBe('time')
    await soon(() => rows(page).count()).toBe(3)
    const other = await context.newPage()
    await other.goto(page.url())
    await soon(() => rows(other).count()).toBe(3)
    expect(await titlesOf(other)).toEqual(await titlesOf(page))
  })

  it('can be gone back to: from the next search, and from another view to where one was', async () => {
    // On phones the navigation is always visible; on wide screens scroll up to click it.
    const { page } = await open('纸鹤', '', { screen: { width: 390, height: 844 }, hasTouch: true })
    await untilDone(page, 9)
    await searchFor(page, '云')
    await untilDone(page, 73)
    // The list grows while one scrolls.
    await soon(() =>
      page.evaluate(() => {
        scrollTo(0, 1_500)
        return scrollY
      }),
    ).toBe(1_500)
    const at = await seenIn(page)
    await page.getByRole('link', { name: '状态' }).click()
    await page.waitForURL('**/status')
    await page.goBack()
    await untilDone(page, 73)
    await soon(() => seenIn(page)).toEqual(at)
    await page.goBack()
    await untilDone(page, 9)
    expect(await searchBox(page).inputValue()).toBe('纸鹤')
  })
})

describe('earlier searches', () => {
  it('are shown where nothing is searched yet, are made again by a press, and can be cleared', async () => {
    const { page } = await open('纸鹤')
    await untilDone(page, 9)
    await page.getByRole('link', { name: 'Trawl' }).click()
    const again = page.getByRole('button', { name: '纸鹤', exact: true })
    await again.click()
    await untilDone(page, 9)
    await page.getByRole('link', { name: 'Trawl' }).click()
    await page.getByRole('button', { name: '清空' }).click()
    await page.getByText('没有搜索记录了').waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await again.count()).toBe(0)
  })
})

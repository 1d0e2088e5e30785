// A work that is opened from the results: its links, its address, and ways to pass it on.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  clipboard,
  copied,
  headerLoaded,
  phone,
  type ReaderOptions,
  searchEnded,
  soon,
  useBrowser,
} from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll()

/** A search with three works that has ended. */
async function open(options: ReaderOptions = {}): Promise<{ readonly page: Page }> {
  const { page } = await readers.open(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`, options)
  await page.getByText('3 部作品', { exact: true }).waitFor()
  await searchEnded(page)
  return { page }
}

/** Unfolds all links of an opened work and counts them: a check may have found one to be dead. */
async function linksOf(opened: Locator): Promise<number> {
  await opened.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '')
  })
  return opened.getByRole('link', { name: /^打开/ }).count()
}

it('shows all links of the work', async () => {
  const { page } = await open(clipboard)
  await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '纸鹤与灯塔 (2036)' })
  await soon(() => linksOf(dialog)).toBe(4)
  await dialog.getByRole('button', { name: '复制', exact: true }).click()
  await soon(() => copied(page)).toMatch(/^纸鹤与灯塔 \(2036\)\n[^：]+：https:/)
  // In the top layer, above the dialog.
  await page
    .locator('#notice:popover-open')
    .getByText(/^已复制/)
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

it('opens with an address of its own: going back closes it, going forward and a reload show it again', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '纸鹤与灯塔 (2036)' })
  await dialog.waitFor()
  const address = page.url()
  expect(new URL(address).searchParams.get('work')).toContain('纸鹤与灯塔')
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe(`?kw=${encodeURIComponent('纸鹤')}`)
  await page.goForward()
  await dialog.waitFor()
  await page.reload()
  await dialog.waitFor()
  expect(page.url()).toBe(address)
  await dialog.getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe(`?kw=${encodeURIComponent('纸鹤')}`)
})

it('shows the address of a link as a QR code', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '纸鹤与灯塔 (2036)' })
  await dialog.getByRole('button', { name: '夸克网盘的二维码' }).click()
  await dialog.getByRole('img', { name: '夸克网盘的二维码' }).waitFor()
})

it('makes a picture of the work to send', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '生成图片' }).click()
  const dialog = page.getByRole('dialog', { name: '发给朋友的图片' })
  const picture = dialog.getByRole('img', { name: '纸鹤与灯塔 (2036)' })
  await soon(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBe(750)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('link', { name: '保存图片' }).click()
  expect((await saved).suggestedFilename()).toBe('纸鹤与灯塔 (2036).png')
})

it('gives title, links and codes of the work to the share sheet of the device, whose closing is no error', async () => {
  const { page } = await open()
  const shared = await page.evaluateHandle(() => {
    const given: ShareData[] = []
    const share = async (data: ShareData) => {
      given.push(data)
      throw new DOMException('closed', 'AbortError')
    }
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    return given
  })
  await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '纸鹤与灯塔 (2036)' })
  await dialog.getByRole('button', { name: '分享', exact: true }).click()
  await soon(() => shared.jsonValue()).toMatchObject([
    { title: '纸鹤与灯塔 (2036)', text: expect.stringMatching(/^纸鹤与灯塔 \(2036\)\n[^：]+：https:/) },
  ])
  await dialog.waitFor()
})

it('is opened by a tap on the picture of its card, and a pill on the card has 44 pixels for a thumb', async () => {
  const { page } = await open(phone)
  const card = page
    .locator('li[aria-posinset]')
    .filter({ has: page.getByRole('button', { name: '纸鹤与灯塔', exact: true }) })
  const pill = card.getByRole('link').first()
  const { x = 0, y = 0, width = 0, height = 0 } = (await pill.boundingBox()) ?? {}
  const hits = (point: readonly [number, number]) =>
    pill.evaluate((element, [left, top]) => element.contains(document.elementFromPoint(left, top)), point)
  const [middle, above] = [x + width / 2, y + height / 2 - 21]
  expect([await hits([middle, above]), await hits([middle, above + 42])]).toEqual([true, true])
  const box = await card.boundingBox()
  await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 40)
  await page.getByRole('dialog', { name: '纸鹤与灯塔 (2036)' }).waitFor()
})

it('sends a link to a service of the user, whose answer stands at the button, and one to an address that is opened', async () => {
  const { page } = await readers.open(`${trawl.url}/settings`)
  const sent: unknown[] = []
  // Another path of the service stands for a service of the user, since a reader asks no other host.
  await page.route('**/own/add', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({
      json: sent.length > 1 ? { success: false, message: '重复' } : { success: true, message: '好' },
    })
  })
  await headerLoaded(page)
  const settings = page.getByRole('region', { name: '发送到…' })
  await settings.getByLabel('从模板开始').selectOption('quark-auto-save')
  await settings.getByLabel('地址', { exact: true }).fill('/own/add')
  await settings.getByRole('button', { name: '保存', exact: true }).click()
  await settings.getByLabel('从模板开始').selectOption('CloudSaver')
  await settings.getByRole('button', { name: '保存', exact: true }).click()
  await page.goto(`${trawl.url}/?kw=${encodeURIComponent('纸鹤')}`)
  await page.getByText('3 部作品', { exact: true }).waitFor()
  await searchEnded(page)
  await page.getByRole('button', { name: '纸鹤与灯塔', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '纸鹤与灯塔 (2036)' })
  const send = dialog.getByRole('button', { name: '把夸克网盘的链接发送到 quark-auto-save' }).first()
  await send.click()
  await dialog.getByText('quark-auto-save 已收到：好').waitFor()
  await send.click()
  await dialog.getByText('quark-auto-save 没有接受（200）：重复').waitFor()
  const url = await dialog.getByRole('link', { name: '打开夸克网盘' }).first().getAttribute('href')
  expect(sent).toEqual(Array(2).fill({ taskname: '纸鹤与灯塔 (2036)', shareurl: url, savepath: '/纸鹤与灯塔 (2036)' }))
  const opened = dialog.getByRole('link', { name: '把夸克网盘的链接发送到 CloudSaver' }).first()
  expect(await opened.getAttribute('href')).toBe(`http://nas:8008/resource?keyword=${encodeURIComponent(url ?? '')}`)
})

// Muted words: set in the settings, they hide on the board and in results, say how much, and show it on request.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { accessibilityViolations, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo' })

async function mute(page: Page, words: string): Promise<void> {
  await page.getByRole('link', { name: '设置', exact: true }).click()
  const section = page.getByRole('region', { name: '屏蔽词' })
  await section.getByLabel('要屏蔽的词（逗号分隔）').fill(words)
  await section.getByRole('button', { name: '添加' }).click()
  await section
    .getByRole('button', { name: /^不再屏蔽 / })
    .first()
    .waitFor()
  await page.goBack()
}

it('hide on the board and in results what has them, say how much, and show it on request', async () => {
  const { page } = await readers.open(`${trawl.url}/hot?topic=china`, { bypassesPolicy: true })
  const card = page.locator('article[data-list=weibo]')
  await card.getByRole('listitem').first().waitFor()
  const { data } = await (await fetch(`${trawl.url}/api/v1/sources/weibo`)).json()
  const [{ title }] = data
  await card.getByText(title).waitFor()
  await mute(page, `${title}，灯塔`)
  await card.getByText('1 条被屏蔽词隐藏').waitFor()
  expect(await card.getByText(title).count()).toBe(0)
  await card.getByRole('button', { name: '显示', exact: true }).click()
  await card.getByText('1 条含屏蔽词').waitFor()
  await card.getByText(title).waitFor()
  await page.goto(`${trawl.url}/?kw=纸鹤`)
  const results = page.getByRole('region', { name: '搜索结果' })
  await results.getByText('2/3 部作品').waitFor()
  await results.getByText(/^\d+ 条被屏蔽词隐藏/).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await results.getByText('纸鹤与灯塔').count()).toBe(0)
  await results.getByRole('button', { name: '显示', exact: true }).click()
  await results.getByText('纸鹤与灯塔').first().waitFor()
  await results.getByRole('link', { name: '修改屏蔽词' }).click()
  await page.getByRole('button', { name: '不再屏蔽 灯塔' }).click()
  await page.goBack()
  await results.getByText('3 部作品', { exact: true }).waitFor()
  expect(await results.getByText(/屏蔽词/).count()).toBe(0)
})

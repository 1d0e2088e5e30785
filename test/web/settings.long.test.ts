// Settings as a file and by QR code.
import { expect, it } from 'vitest'
import { accessibilityViolations } from '../kit/axe.ts'
import { invite, type Reader, soon } from '../kit/browser.ts'
import { serveAll } from '../kit/served.ts'

const readers = invite()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo' })

async function openSettings({ page }: Reader): Promise<void> {
  await page.getByRole('button', { name: '命令与设置（Ctrl+K）' }).click()
  await page.getByRole('option', { name: /导出、导入设置/ }).click()
  await page.getByRole('dialog', { name: '设置的导出与导入' }).waitFor()
}

function file(content: unknown) {
  const buffer = Buffer.from(JSON.stringify(content))
  return { name: 'trawl-settings.json', mimeType: 'application/json', buffer }
}

it('are exported, and imported after a question', async () => {
  const reader = await readers.open(trawl.url, { bypassesPolicy: true })
  const { page } = reader
  await page.evaluate(() => localStorage.setItem('trawl.clouds', '["quark"]'))
  await openSettings(reader)
  await page.getByRole('img', { name: '传到手机' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出为文件' }).click()
  expect((await download).suggestedFilename()).toBe('trawl-settings.json')
  await page.locator('input[type=file]').setInputFiles(file({ trawl: 1, settings: { theme: 'dark' } }))
  await page.getByText('将替换这个浏览器里的：主题。').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined()
  await page.getByRole('button', { name: '使用这些设置' }).click()
  await soon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(await page.evaluate(() => localStorage.getItem('trawl.clouds'))).toBe('["quark"]')
})

it('of a wrong file are refused with the reason', async () => {
  const reader = await readers.open(trawl.url)
  await openSettings(reader)
  await reader.page.locator('input[type=file]').setInputFiles(file({ trawl: 1, settings: { theme: 'pink' } }))
  await reader.page.getByRole('alert').getByText('“主题”的值不对，没有导入').waitFor()
})

it('in the fragment of an address are taken over only after a question', async () => {
  const packed = await new Response(
    new Blob([JSON.stringify({ trawl: 1, settings: { theme: 'dark' } })])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer()
  const { page, asked } = await readers.open(`${trawl.url}/#settings=${Buffer.from(packed).toString('base64url')}`)
  await page.getByRole('dialog', { name: '这个链接带来了设置' }).waitFor()
  expect([new URL(page.url()).hash, asked.filter((line) => line.includes('settings='))]).toEqual(['', []])
  await page.getByRole('button', { name: '不要' }).click()
  await page.reload()
  await page.getByRole('combobox', { name: '搜索', exact: true }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('trawl.theme'))).toBeNull()
})

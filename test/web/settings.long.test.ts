// Settings as a file and by QR code.
import { expect, it, onTestFinished } from 'vitest'
import { hashPassword } from '../../src/http/auth/password-hash.ts'
import { accessibilityViolations, type Reader, soon, useBrowser } from '../kit/browser.ts'
import { serveAll, startServed } from '../kit/process.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo' })

async function openSettings({ page }: Reader): Promise<void> {
  await page.getByRole('button', { name: '命令与设置（Ctrl+K）' }).click()
  await page.getByRole('option', { name: /^设置：/ }).click()
  await page.getByRole('dialog', { name: '设置', exact: true }).waitFor()
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

it('on a server without logins cannot be stored there, and the page says why', async () => {
  const reader = await readers.open(trawl.url)
  await openSettings(reader)
  await reader.page.getByText('这台服务器没有开启登录').waitFor()
  expect(await reader.page.getByRole('checkbox').count()).toBe(0)
})

it('of a login are the same in two browsers, until they are deleted on the server', async () => {
  const hash = await hashPassword('planted-password-91', Buffer.alloc(16, 5), { log2N: 13, r: 8, p: 1 })
  const served = await startServed({ AUTH_ENABLED: 'true', AUTH_USERS: `ada:${hash}`, ENABLED_SOURCES: 'weibo' })
  onTestFinished(served.stop)
  const logIn = async () => {
    const reader = await readers.open(served.url, { bypassesPolicy: true, mayComplain: /status of 401/ })
    const { page } = reader
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
    await page.getByLabel('用户名').fill('ada')
    await page.getByLabel('密码').fill('planted-password-91')
    await page.getByRole('dialog').getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    return reader
  }
  const first = await logIn()
  await first.page.evaluate(() => localStorage.setItem('trawl.theme', '"dark"'))
  await openSettings(first)
  await first.page.getByText('服务器上没有你的设置').waitFor()
  await first.page.getByRole('checkbox').check()
  await first.page.getByText('已与服务器一致').waitFor()
  expect(await accessibilityViolations(first.page)).toEqual([])
  const second = await logIn()
  await openSettings(second)
  await second.page.getByText('服务器上有你的设置').waitFor()
  await second.page.getByRole('checkbox').check()
  await soon(() => second.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await second.page.getByRole('button', { name: '删除服务器上的设置' }).click()
  await second.page.getByText('服务器上没有你的设置').waitFor()
  expect(await second.page.getByRole('checkbox').isChecked()).toBe(false)
})

// The settings: as a file and by QR code, and those of the server, each with the presses that it takes on a phone.
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashPassword } from '../../src/http/auth/password-hash.ts'
import { accessibilityViolations, type Reader, soon, useBrowser } from '../kit/browser.ts'
import { folderOf, launchTrawl, serveAll, startServed } from '../kit/process.ts'
import { answers, makeCertificate, scriptedServer, started } from '../kit/scripted-server.ts'

const readers = useBrowser()
const trawl = serveAll({ ENABLED_SOURCES: 'weibo', CHANNELS: '' })

async function openSettings({ page }: Reader): Promise<void> {
  await page.getByRole('link', { name: '设置', exact: true }).click()
  await page.getByRole('heading', { name: '设置', level: 1 }).waitFor()
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
  await page.getByText('传到手机').click()
  await page.getByRole('img', { name: '传到手机' }).waitFor()
  await page.getByRole('region', { name: '允许的地址' }).getByText('列表为空').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('region', { name: '带到别的浏览器' }).getByRole('button', { name: '导出为文件' }).click()
  expect((await download).suggestedFilename()).toBe('trawl-settings.json')
  await page.locator('#transfer input[type=file]').setInputFiles(file({ trawl: 1, settings: { theme: 'dark' } }))
  await page.getByText('将替换这个浏览器里的：主题。').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined()
  await page.getByRole('button', { name: '使用这些设置' }).click()
  await soon(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  expect(await page.evaluate(() => localStorage.getItem('trawl.clouds'))).toBe('["quark"]')
})

it('of a wrong file are refused with the reason', async () => {
  const reader = await readers.open(trawl.url)
  await openSettings(reader)
  await reader.page.locator('#transfer input[type=file]').setInputFiles(file({ trawl: 1, settings: { theme: 'pink' } }))
  await reader.page.getByRole('alert').getByText('“主题”的值不对，没有导入').waitFor()
})

it('in the fragment of an address are taken over only after a question', async () => {
  const packed = await new Response(
    new Blob([JSON.stringify({ trawl: 1, settings: { theme: 'dark' } })])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer()
  const { page, asked } = await readers.open(`${trawl.url}/#settings=${Buffer.from(packed).toString('base64url')}`)
  await page.getByRole('region', { name: '这个链接带来了设置' }).getByText('主题').waitFor()
  expect([new URL(page.url()).hash, asked.filter((line) => line.includes('settings='))]).toEqual(['', []])
  await page.getByRole('button', { name: '不要' }).click()
  await page.reload()
  await page.getByRole('heading', { name: '设置', level: 1 }).waitFor()
  expect(await page.getByRole('region', { name: '这个链接带来了设置' }).count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('trawl.theme'))).toBeNull()
})

it('on a server without logins cannot be stored there, and the page says why', async () => {
  const reader = await readers.open(trawl.url)
  await openSettings(reader)
  await reader.page.getByText('这台服务器没有开启登录').waitFor()
  expect(await reader.page.locator('#stored').getByRole('checkbox').count()).toBe(0)
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
  await first.page.locator('#stored').getByRole('checkbox').check()
  await first.page.getByText('已与服务器一致').waitFor()
  expect(await accessibilityViolations(first.page)).toEqual([])
  const second = await logIn()
  await openSettings(second)
  await second.page.getByText('服务器上有你的设置').waitFor()
  await second.page.locator('#stored').getByRole('checkbox').check()
  await soon(() => second.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await second.page.getByRole('button', { name: '删除服务器上的设置' }).click()
  await second.page.getByText('服务器上没有你的设置').waitFor()
  expect(await second.page.locator('#stored').getByRole('checkbox').isChecked()).toBe(false)
})

const phone = { width: 390, height: 844 }

/** Counts presses; letters are none. */
function createFinger() {
  const pressed: string[] = []
  return {
    pressed,
    async press(target: Locator, name: string) {
      await target.click()
      pressed.push(name)
    },
  }
}

function sectionOf(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

/** A proxy through which t.me answers, and the file with the certificate of that t.me. */
async function startProxy() {
  const certificate = makeCertificate(['t.me'])
  const site = await scriptedServer([answers('<html></html>')], { ...certificate, http2: false })
  const proxy = createServer()
  proxy.on('connect', (_request, socket: Socket) => {
    const onward = connect(site.port, '127.0.0.1')
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.write('HTTP/1.1 200 So\r\n\r\n')
    socket.pipe(onward).pipe(socket)
  })
  return { ...(await started(proxy)), ca: join(folderOf({ 'ca.pem': certificate.cert }), 'ca.pem') }
}

describe('on a phone, without a restart', () => {
  it('a channel is looked at and added for everybody with three presses', async () => {
    const { page } = await readers.open(`${trawl.url}/hot`, { screen: phone })
    const { press, pressed } = createFinger()
    await press(page.getByRole('link', { name: '设置', exact: true }), 'settings')
    const section = sectionOf(page, '频道')
    await press(section.getByLabel('频道（@名字或 t.me 地址）'), 'field')
    await page.keyboard.insertText('https://t.me/demo_added')
    await section.getByText(/^@demo_added · 页面上有 \d+ 条消息/).waitFor()
    await press(section.getByRole('button', { name: '添加' }), 'add')
    await section.getByText('已添加 @demo_added').waitFor()
    const { channels } = await (await fetch(`${trawl.url}/api/health`)).json()
    expect([channels, pressed.length]).toEqual([expect.arrayContaining(['demo_added']), 3])
    await section.getByRole('button', { name: '移除 demo_added' }).first().click()
    await section.getByRole('button', { name: '移除 demo_added' }).first().waitFor({ state: 'detached' })
  })

  it('a feed shows its title and rows and becomes a list with three presses', async () => {
    const { page } = await readers.open(`${trawl.url}/status`, { screen: phone })
    const { press, pressed } = createFinger()
    await press(page.getByRole('link', { name: '设置', exact: true }), 'settings')
    const section = sectionOf(page, '自己的订阅源和榜单')
    await press(section.getByLabel('订阅源的地址'), 'field')
    await page.keyboard.insertText('https://feeds.arstechnica.com/arstechnica/index')
    await section.getByText(/共 \d+ 条/).waitFor()
    await press(section.getByRole('button', { name: '添加' }), 'add')
    await section.getByText(/^已添加“/).waitFor()
    expect(pressed).toHaveLength(3)
    const link = section.getByRole('link', { name: /^打开 / })
    const name = (await link.getAttribute('aria-label'))?.slice('打开 '.length) ?? ''
    await link.click()
    // The address is no sign: the board replaces the list in it by the list's tab.
    await page.getByRole('article', { name }).getByRole('listitem').first().waitFor()
  })

  it('a proxy is tested and set with four presses, and a broken one is told from a site out of reach', async () => {
    const proxy = await startProxy()
    const settings = {
      ENABLED_PLUGINS: 'none',
      ENABLED_SOURCES: 'none',
      LOG_FORMAT: 'text',
    }
    const { url } = await launchTrawl({ ...settings, NODE_EXTRA_CA_CERTS: proxy.ca })
    const { page } = await readers.open(`${url}/status`, { screen: phone })
    const { press, pressed } = createFinger()
    await press(page.getByRole('link', { name: '设置', exact: true }), 'settings')
    const section = sectionOf(page, '代理')
    await press(section.getByLabel('代理地址'), 'field')
    await page.keyboard.insertText(`http://127.0.0.1:${proxy.port}`)
    await press(section.getByRole('button', { name: '测试' }), 'test')
    await section.getByText('可用：经过代理打开 t.me').waitFor()
    await press(section.getByRole('button', { name: '保存' }), 'save')
    await section.getByText('已保存').waitFor()
    expect(pressed).toHaveLength(4)
    await section.getByLabel('代理地址').fill('http://127.0.0.1:1')
    await section.getByRole('button', { name: '测试' }).click()
    await section.getByText(/^连不上代理：/).waitFor()
  })

  it('a service without an owner is made private with four presses, which makes its reader the owner', async () => {
    const { service, url } = await launchTrawl({ ENABLED_PLUGINS: 'none', UPSTREAM_GATEWAY: 'http://127.0.0.1:9' })
    const [, code = ''] = await service.says(/enter the code (\w{4}-\w{4})/)
    const { page } = await readers.open(url, { screen: phone, mayComplain: /status of 40[01]/ })
    await page.getByRole('link', { name: /还没有管理员/ }).waitFor()
    const { press, pressed } = createFinger()
    await press(page.getByRole('link', { name: '设置', exact: true }), 'settings')
    await press(page.getByRole('button', { name: '成为管理员' }), 'owner')
    await page.locator('dialog input:focus').waitFor()
    for (const text of [code, 'ada', 'planted-password-91']) {
      await page.keyboard.insertText(text)
      await page.keyboard.press('Tab')
    }
    await press(page.getByRole('dialog').getByRole('button', { name: '成为管理员' }), 'become')
    await page.getByText('你是管理员（ada）').waitFor()
    await press(page.getByRole('button', { name: '设为私有' }), 'private')
    await page.getByText('现在是私有的').waitFor()
    expect([pressed.length, (await fetch(`${url}/api/v1/sources`)).status]).toEqual([4, 401])
    const users = sectionOf(page, '用户')
    await users.getByLabel('用户名').fill('bob')
    await users.getByLabel('密码').fill('planted-password-92')
    await users.getByRole('button', { name: '添加' }).click()
    await users.getByRole('button', { name: '移除 bob' }).waitFor()
    const stored = sectionOf(page, '保存多少、多久')
    await stored.getByRole('textbox', { name: '热榜历史保存的天数' }).fill('90')
    await stored.getByRole('button', { name: '保存 热榜历史保存的天数' }).click()
    await stored.getByText('已保存').waitFor()
    await page.getByRole('button', { name: '设为公开' }).click()
    await page.getByText('现在是公开的').waitFor()
    expect((await fetch(`${url}/api/v1/sources`)).status).toBe(200)
  })
})

describe('a setting of the server', () => {
  it('that the environment sets is shown as set there', async () => {
    const { page } = await readers.open(`${trawl.url}/settings`)
    await sectionOf(page, '代理').getByText('由环境变量 UPSTREAM_GATEWAY 设置').waitFor()
    expect(await sectionOf(page, '代理').getByRole('textbox').count()).toBe(0)
  })

  it('that somebody else changed meanwhile is not overwritten, and what is stored now is shown', async () => {
    const { page } = await readers.open(`${trawl.url}/settings`, { mayComplain: /status of 409/ })
    const section = sectionOf(page, '自己的订阅源和榜单')
    await section.getByText(/^用 YAML 写更多/).click()
    await section.getByLabel('YAML').fill('mine:\n  name: mine\n  feed: https://example.org/a.xml\n')
    const body = JSON.stringify({
      name: 'LISTS',
      value: 'theirs:\n  name: theirs\n  feed: https://example.org/b.xml\n',
    })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${trawl.url}/api/v1/server/settings`, { method: 'POST', headers, body })
    await section.getByRole('button', { name: '保存' }).click()
    await section.getByText('刚才有别人改了这一项').waitFor()
    await section.getByRole('button', { name: '移除 theirs' }).click()
    await section.getByText('已移除').waitFor()
  })

  it('is for the owner: others are told so, and how to log in', async () => {
    const served = await startServed({ ADMIN_TOKEN: 'planted-administrator-token', ENABLED_SOURCES: 'weibo' })
    onTestFinished(served.stop)
    const { page } = await readers.open(`${served.url}/settings`, { mayComplain: /status of 401/ })
    const section = sectionOf(page, '管理员')
    await section.getByText('持有 ADMIN_TOKEN 的人').waitFor()
    await section.getByRole('button', { name: '登录' }).click()
    await page.getByLabel('密钥或管理员令牌').fill('planted-administrator-token')
    await page.getByRole('button', { name: '使用密钥' }).click()
    await sectionOf(page, '频道').waitFor()
  })

  it('that is a list switches a source off, makes a key that is shown once, bans a word, and refuses a wrong address', async () => {
    const { page } = await readers.open(`${trawl.url}/settings`, { mayComplain: /status of 400/ })
    const switches = sectionOf(page, '插件和榜单的开关')
    await switches.getByLabel('来源（名称或 id）').fill('weibo')
    await switches.getByRole('button', { name: '关闭', exact: true }).click()
    await switches.getByText('DISABLED_SOURCES=weibo').waitFor()
    expect((await fetch(`${trawl.url}/api/v1/sources/weibo`)).status).toBe(503)
    await switches.getByRole('button', { name: '恢复 weibo' }).click()
    await switches.getByText('DISABLED_SOURCES').waitFor({ state: 'detached' })
    const keys = sectionOf(page, 'API 密钥')
    await keys.getByLabel('名称').fill('phone')
    await keys.getByRole('button', { name: '生成密钥' }).click()
    await keys.getByText(/^trawl_/).waitFor()
    await keys.getByRole('button', { name: '撤销 phone' }).click()
    const bans = sectionOf(page, '屏蔽')
    await bans.getByLabel('要屏蔽的内容').fill('预告')
    await bans.getByRole('button', { name: '屏蔽', exact: true }).click()
    await bans.getByRole('button', { name: '取消屏蔽 预告' }).click()
    const addresses = sectionOf(page, '允许的地址')
    await addresses.getByLabel('地址或网段').fill('999')
    await addresses.getByRole('button', { name: '添加' }).click()
    await addresses.getByText(/must be an IPv4 or IPv6 address/).waitFor()
  })

  it('is stored by its form: a notifier, of which the address tells the service', async () => {
    const { page } = await readers.open(`${trawl.url}/settings#notifiers`)
    const section = sectionOf(page, '通知方式')
    await section.getByLabel('推送地址').fill('https://api.day.app/k9Xy')
    await section.getByText('认出来了：Bark').waitFor()
    await section.getByRole('button', { name: '保存' }).click()
    await section.getByText('已保存为“bark”').waitFor()
    await section.getByText('Bark · api.day.app').waitFor()
    await section.getByRole('button', { name: '移除 bark' }).click()
    await section.getByRole('button', { name: '移除 bark' }).waitFor({ state: 'detached' })
  })

  it('is exported with the others and imported after a question', async () => {
    const { page } = await readers.open(`${trawl.url}/settings`)
    const section = sectionOf(page, '导出与导入')
    const download = page.waitForEvent('download')
    await section.getByRole('button', { name: '导出为文件' }).click()
    expect((await download).suggestedFilename()).toBe('trawl-server-settings.json')
    await section.locator('input[type=file]').setInputFiles(file({ settings: { CHANNELS: '+demo_imported' } }))
    await section.getByText('文件里有：CHANNELS').waitFor()
    await section.getByRole('button', { name: '替换' }).click()
    await section.getByText('已导入').waitFor()
    await sectionOf(page, '频道').getByRole('button', { name: '移除 demo_imported' }).first().click()
    await section.locator('input[type=file]').setInputFiles(file({ trawl: 1, settings: {} }))
    await section.getByText('这不是 Trawl 服务器导出的设置').waitFor()
  })
})

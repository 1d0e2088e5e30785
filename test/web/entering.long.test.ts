// Login dialog: password login and API key, and what is stored in the browser.
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { encodeKey, hashKey } from '../../src/http/auth/api-keys.ts'
import { hashPassword } from '../../src/http/auth/password-hash.ts'
import { soon, useBrowser } from '../kit/browser.ts'
import { launchTrawl, startServed } from '../kit/process.ts'

const readers = useBrowser()
const password = 'planted-password-91'
const refused = /status of 401/

async function serveMembers(): Promise<string> {
  const hash = await hashPassword(password, Buffer.alloc(16, 5), { log2N: 13, r: 8, p: 1 })
  return start({ AUTH_ENABLED: 'true', AUTH_USERS: `ada:${hash}` })
}

async function start(settings: Readonly<Record<string, string>>): Promise<string> {
  const { url, stop } = await startServed(settings)
  onTestFinished(stop)
  return url
}

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: '登录' })
}

/** The button in the page header that opens the dialog. */
function loginButton(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: '登录' })
}

/** The credential stored in the browser. */
function keptPass(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('trawl.pass') ?? '""'))
}

async function useKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('密钥或管理员令牌').fill(key)
  await page.getByRole('button', { name: '使用密钥' }).click()
}

async function logIn(page: Page, given: string): Promise<void> {
  await page.getByLabel('用户名').fill('ada')
  await page.getByLabel('密码').fill(given)
  await dialogOf(page).getByRole('button', { name: '登录', exact: true }).click()
}

describe('where one has to log in', () => {
  it('the page opens, says why it may not ask, and asks who one is', async () => {
    const { page } = await readers.open(`${await serveMembers()}/hot?topic=all`, { mayComplain: refused })
    await dialogOf(page).waitFor()
    await page.getByRole('dialog').getByText('请登录，或输入管理员给你的密钥').waitFor()
  })

  it('a wrong password is told, a right one lets in and is kept, and one can leave', async () => {
    const url = await serveMembers()
    const { page, context } = await readers.open(url, { mayComplain: refused })
    await loginButton(page).click()
    await logIn(page, 'not the password')
    await dialogOf(page).getByRole('alert').getByText('用户名或密码错误。').waitFor()
    await page.getByLabel('密码').fill(password)
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByText('已登录').waitFor()

    await page.reload()
    const pass = loginButton(page)
    await pass.and(page.locator('[aria-pressed=true]')).waitFor()
    const answered = page.waitForResponse('**/api/v1/sources**')
    await page.goto(`${url}/hot?topic=all`)
    expect((await answered).status()).toBe(200)

    const token = await keptPass(page)
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await context.request.get(`${url}/api/v1/sources?column=life`, { headers })).status()
    }
    expect(await statusOf()).toBe(200)
    await page.getByRole('article').first().waitFor()
    await pass.click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await pass.and(page.locator('[aria-pressed=false]')).waitFor()
    await page.getByRole('article').first().waitFor({ state: 'detached' })
    await dialogOf(page).waitFor()
    expect(await statusOf()).toBe(401)
    await soon(() => keptPass(page)).toBe('')
  })

  it('one can leave although the service is gone', async () => {
    const url = await serveMembers()
    const { page } = await readers.open(url, { mayComplain: /status of 401|ERR_/ })
    await loginButton(page).click()
    await logIn(page, password)
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.route('**/api/auth/logout', (route) => route.abort())
    await loginButton(page).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.locator('[aria-label=登录][aria-pressed=false]').waitFor()
    await soon(() => keptPass(page)).toBe('')
  })
})

describe('where one needs a key', () => {
  it('a wrong one is told, the right one lets in and is kept', async () => {
    const key = encodeKey(Buffer.alloc(32, 7))
    const url = await start({ API_KEYS: `bot:${hashKey(key)}` })
    const { page, context } = await readers.open(url, { mayComplain: refused })
    await loginButton(page).click()
    await useKey(page, 'trawl_not-a-key')
    await dialogOf(page).getByRole('alert').getByText('密钥无效。').waitFor()
    await useKey(page, key)
    await dialogOf(page).waitFor({ state: 'detached' })

    const other = await context.newPage()
    const answered = other.waitForResponse('**/api/v1/sources**')
    await other.goto(`${url}/hot?topic=all`)
    expect((await answered).status()).toBe(200)
  })
})

describe('where nobody needs a key', () => {
  it('one that cannot be told from others is not kept', async () => {
    const { page } = await readers.open(await start({}))
    await loginButton(page).click()
    await useKey(page, 'no-such-key')
    await dialogOf(page).getByRole('alert').getByText('这个服务不需要密钥').waitFor()
    await soon(() => keptPass(page)).toBe('')
  })

  it('the administrator’s token is told from what is none', async () => {
    const token = 'planted-administrator-token'
    const { page } = await readers.open(await start({ ADMIN_TOKEN: token }), { mayComplain: refused })
    await loginButton(page).click()
    await useKey(page, 'no-such-key')
    await dialogOf(page).getByRole('alert').getByText('密钥无效。').waitFor()
    await soon(() => keptPass(page)).toBe('')
    await useKey(page, token)
    await dialogOf(page).waitFor({ state: 'detached' })
    await soon(() => keptPass(page)).toBe(token)
  })
})

it('the dialogue is closed by a press beside it, but not by a text that is marked beyond it', async () => {
  const { page } = await readers.open(await start({}))
  await loginButton(page).click()
  const name = page.getByLabel('用户名')
  await name.fill('ada')
  const box = await name.boundingBox()
  if (!box) throw new Error('the line is on the screen')
  await page.mouse.move(box.x + 40, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(20, box.y + 20, { steps: 4 })
  await page.mouse.up()
  // If it were closed, it would be gone after the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await dialogOf(page).count()).toBe(1)
  await page.mouse.click(20, box.y + 20)
  await dialogOf(page).waitFor({ state: 'detached' })
})

it('the dialogue is closed by Escape, and the focus goes back to where it was', async () => {
  const { page } = await readers.open(await start({}))
  await loginButton(page).click()
  await dialogOf(page).waitFor()
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'detached' })
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(focused).toBe('登录')
})

it('the first visitor becomes the owner with the code of the log, changes the password, and is told that the code has ended', async () => {
  const { service, url } = await launchTrawl({ ENABLED_PLUGINS: 'none', UPSTREAM_GATEWAY: 'http://127.0.0.1:9' })
  const [, code = ''] = await service.says(/enter the code (\w{4}-\w{4})/)
  const { page } = await readers.open(`${url}/watched`, { mayComplain: /status of (?:401|403)/ })
  await loginButton(page).click()
  await page.getByLabel('日志里的验证码').fill('ZZZZ-ZZZZ')
  await page.getByLabel('用户名').fill('ada')
  await page.getByLabel('新密码').fill(password)
  await page.getByRole('button', { name: '成为管理员' }).click()
  await dialogOf(page).getByRole('alert').getByText('9 more').waitFor()
  await page.getByLabel('日志里的验证码').fill(code.toLowerCase())
  await page.getByRole('button', { name: '成为管理员' }).click()
  await page.getByText('你现在是管理员').waitFor()
  const first = await keptPass(page)

  await loginButton(page).click()
  await dialogOf(page).getByText('你是管理员（ada）').waitFor()
  await page.getByLabel('当前密码').fill(password)
  await page.getByLabel('新密码').fill('another-password-92')
  await page.getByRole('button', { name: '修改密码' }).click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await soon(async () => (await keptPass(page)) === first).toBe(false)

  await loginButton(page).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.locator('[aria-label=登录][aria-pressed=false]').waitFor()
  await loginButton(page).click()
  await page.getByText('忘记密码？').click()
  await dialogOf(page).getByText('验证码已经用过').waitFor()
})

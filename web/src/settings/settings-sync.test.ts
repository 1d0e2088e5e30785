// Settings of several browsers, synchronised over one server.
import { describe, expect, it } from 'vitest'
import { type UserSettings, type UserSettingsAnswer, userSettings } from '../../../src/contract/user-settings.ts'
import { memoryStorage } from '../../../test/kit/page-data.ts'
import { type Settings, settingNames } from './settings-file.ts'
import { beginSync, changedSettings, endSync, isSynchronised, synchronise } from './settings-sync.ts'

/** A server that stores what is sent, as the service does; a test says who asks. */
function makeServer() {
  const state: { owner: string; stored: UserSettings | null; puts: number } = {
    owner: 'user ada',
    stored: null,
    puts: 0,
  }
  const answer = (): UserSettingsAnswer => ({
    apiVersion: '1.0',
    timestamp: 1,
    owner: state.owner,
    stored: state.stored,
  })
  const put = async (_path: string, body: object) => {
    state.puts += 1
    const sent = userSettings.parse(body)
    state.stored = {
      trawl: 1,
      settings: { ...state.stored?.settings, ...sent.settings },
    }
    return answer()
  }
  // The page trusts the server with the type of an answer.
  const api: { json: (path: string) => Promise<never>; put: (path: string, body: object) => Promise<never> } = {
    json: () => Promise.resolve(JSON.parse(JSON.stringify(answer())) as never),
    put: async (path, body) => JSON.parse(JSON.stringify(await put(path, body))) as never,
  }
  return { state, api }
}

function makeBrowser({ api }: Pick<ReturnType<typeof makeServer>, 'api'>, settings: Settings = {}) {
  const stored = Object.entries(settings).map(([name, value]) => [`trawl.${name}`, JSON.stringify(value)])
  const storage = memoryStorage(Object.fromEntries(stored))
  const replaced: string[] = []
  const options = {
    api,
    storage,
    onReplaced: (names: readonly string[]) => void replaced.push(...names),
  }
  return {
    storage,
    replaced,
    set: (name: string, value: unknown) => storage.setItem(`trawl.${name}`, JSON.stringify(value)),
    get: (name: string): unknown => JSON.parse(storage.getItem(`trawl.${name}`) ?? 'null'),
    begin: () => beginSync(storage, 'user ada'),
    sync: () => synchronise(options),
    changed: () => changedSettings(storage),
  }
}

describe('settings of two browsers', () => {
  it('become those of the first where both have them, and each gets what only the other has', async () => {
    const server = makeServer()
    const first = makeBrowser(server, { theme: 'dark', clouds: ['quark'] })
    const second = makeBrowser(server, { theme: 'light', saved: [{ kw: '纸鹤' }] })
    first.begin()
    await first.sync()
    second.begin()
    await second.sync()
    await first.sync()
    for (const { get } of [first, second])
      expect([get('theme'), get('clouds'), get('saved')]).toEqual(['dark', ['quark'], [{ kw: '纸鹤' }]])
    expect(second.replaced).toEqual(['theme', 'clouds'])
  })

  it('follow the last browser that sent a change, and keep the changes of the other settings', async () => {
    const server = makeServer()
    const [first, second] = [makeBrowser(server, { theme: 'dark' }), makeBrowser(server)]
    for (const browser of [first, second]) {
      browser.begin()
      await browser.sync()
    }
    first.set('theme', 'light')
    expect(first.changed()).toEqual(['theme'])
    second.set('theme', 'system')
    second.set('language', 'en')
    await second.sync()
    await first.sync()
    await second.sync()
    for (const { get } of [first, second]) expect([get('theme'), get('language')]).toEqual(['light', 'en'])
  })

  it('send nothing when nothing has changed', async () => {
    const server = makeServer()
    const browser = makeBrowser(server, { theme: 'dark' })
    browser.begin()
    await browser.sync()
    expect([browser.changed(), server.state.puts]).toEqual([[], 1])
    await browser.sync()
    expect([server.state.puts, browser.replaced]).toEqual([1, []])
  })
})

it('are neither sent nor replaced for another user of the browser, for whom it ends', async () => {
  const server = makeServer()
  const browser = makeBrowser(server, { history: [{ kw: '秘密' }] })
  browser.begin()
  server.state.owner = 'user bob'
  server.state.stored = { trawl: 1, settings: { theme: 'dark' } }
  await browser.sync()
  expect([server.state.puts, browser.get('theme'), isSynchronised(browser.storage)]).toEqual([0, null, false])
})

it('stay as they are in the browser when it ends', async () => {
  const server = makeServer()
  const browser = makeBrowser(server, { theme: 'dark' })
  browser.begin()
  endSync(browser.storage)
  await browser.sync()
  expect([server.state.puts, browser.get('theme'), isSynchronised(browser.storage)]).toEqual([0, 'dark', false])
})

it('that are changed while the requests run are sent the next time', async () => {
  const server = makeServer()
  const browser = makeBrowser(server, { theme: 'dark' })
  browser.begin()
  const running = browser.sync()
  await Promise.resolve()
  browser.set('clouds', ['uc'])
  await running
  await browser.sync()
  expect(server.state.stored?.settings).toEqual({ theme: 'dark', clouds: ['uc'] })
})

it('have the same names on the page and on the server', () => {
  expect([...settingNames].sort()).toEqual(Object.keys(userSettings.shape.settings.shape).sort())
})

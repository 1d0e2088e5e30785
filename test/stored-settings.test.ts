// Tests in the whole service the settings that an administrator changes: each takes effect without a restart.
import { expect, test } from 'vitest'
import { healthResponse } from '../src/contract/search.ts'
import {
  channelLookResponse,
  feedLookResponse,
  notifierTrialResponse,
  type SettingName,
  settingsFile,
  settingsResponse,
} from '../src/contract/settings.ts'
import { newFolder } from './kit/disk.ts'
import { answers, httpProxy, scriptedServer } from './kit/scripted-server.ts'
import { startReceiver } from './kit/watches.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const path = '/api/v1/server/settings'
const feed = `<rss version="2.0"><channel><title>某博客</title><item><title>纸鹤与灯塔</title><link>https://blog.example.org/7</link></item></channel></rss>`

async function start(env: Readonly<Record<string, string>> = {}, dataFolder?: string) {
  const { app } = await startWholeTrawl({ env: { CHANNELS: '', ...env }, dataFolder })
  const post = (payload: object, url = path) => app.inject({ method: 'POST', url, payload })
  return {
    app,
    post,
    set: (name: SettingName, value: string | null) => post({ name, value }),
    settingOf: async (name: SettingName) =>
      settingsResponse.parse((await app.inject(path)).json()).settings.find((one) => one.name === name),
    channels: async () => healthResponse.parse((await app.inject('/api/health')).json()).channels,
  }
}

async function startWithFeed(env: Readonly<Record<string, string>> = {}) {
  const upstream = await scriptedServer([answers(feed)])
  return await start({ UPSTREAM_GATEWAY: upstream.url('').replace(/\/$/, ''), ...env })
}

test('channels are added and removed, and the next search asks them', async () => {
  const { app, set, channels, settingOf } = await start()
  const before = await channels()
  await set('CHANNELS', `+demo_added,-${before[0]}`)
  expect(await channels()).toEqual([...before.slice(1), 'demo_added'])
  const reported = (await app.inject('/api/v1/health')).body
  expect(reported).toContain('"tg:demo_added"')
  expect(reported).not.toContain(`"tg:${before[0]}"`)
  await set('CHANNELS', 'demo_share')
  const found = await app.inject('/api/search?kw=%E4%B8%89%E4%BD%93&src=tg')
  expect(found.json().meta.sources.asked).toBe(1)
  const wrong = await set('CHANNELS', '+a b')
  expect([wrong.statusCode, wrong.json().error.message]).toEqual([
    400,
    expect.stringMatching(/^value: .*not a channel/),
  ])
  await set('CHANNELS', null)
  expect([await channels(), await settingOf('CHANNELS')]).toMatchObject([before, { from: 'default', value: null }])
})

test('channels of the environment are shown as set there, and cannot be changed', async () => {
  const { set, settingOf } = await start({ CHANNELS: 'demo_share' })
  expect(await settingOf('CHANNELS')).toMatchObject({ from: 'environment', variable: 'CHANNELS', value: 'demo_share' })
  expect((await set('CHANNELS', '+demo_two')).statusCode).toBe(409)
})

test.each(['', 'weibo'])(
  'a list of one’s own is there at once with ENABLED_SOURCES=%s, and gone when it is removed',
  async (enabled) => {
    const { app, set } = await startWithFeed({ ENABLED_SOURCES: enabled })
    const lists = JSON.stringify({ 'my-blog': { name: '某博客', feed: 'https://blog.example.org/rss.xml' } })
    expect((await set('LISTS', lists)).statusCode).toBe(200)
    expect((await app.inject('/api/v1/sources/my-blog')).json()).toMatchObject({ data: [{ title: '纸鹤与灯塔' }] })
    await set('LISTS', null)
    expect((await app.inject('/api/v1/sources/my-blog')).statusCode).toBe(404)
  },
)

test('a list with a mistake is refused with its key', async () => {
  const { set } = await startWithFeed()
  const answer = await set('LISTS', 'my-blog:\n  name: x\n  fed: https://blog.example.org/rss.xml\n')
  expect([answer.statusCode, answer.json().error.message]).toEqual([
    400,
    expect.stringMatching(/^value: LISTS:1: my-blog: /),
  ])
  const site = await set('LISTS', 'my-site:\n  engine: maccms\n')
  expect(site.json().error.message).toBe('value: must hold no search sites; they are for SOURCES_FILE')
})

test('switches of sources are a setting too', async () => {
  const { app, post, settingOf } = await start()
  await post({ off: ['weibo'] }, '/api/v1/security/sources')
  expect(await settingOf('SWITCHES')).toMatchObject({ from: 'stored', value: '-weibo' })
  expect((await app.inject('/api/v1/sources/weibo')).statusCode).toBe(503)
  await post({ on: ['weibo'] }, '/api/v1/security/sources')
  expect(await settingOf('SWITCHES')).toMatchObject({ from: 'default', value: null })
})

test('requests leave through a proxy from the moment it is set', async () => {
  const proxy = await httpProxy(502)
  const { app, set } = await start({ UPSTREAM_GATEWAY: '' })
  await set('UPSTREAM_PROXY', `http://127.0.0.1:${proxy.port}`)
  await app.inject('/api/search?kw=x&src=tg&channels=somechannel')
  expect(proxy.asked).toContain('CONNECT t.me:443')
})

test('a proxy of the environment is shown without its password', async () => {
  const { set, settingOf } = await start({ UPSTREAM_GATEWAY: '', https_proxy: 'http://me:p@ss@127.0.0.1:7890' })
  expect(await settingOf('UPSTREAM_PROXY')).toMatchObject({
    ...{ from: 'environment', variable: 'https_proxy', value: 'http://***@127.0.0.1:7890' },
  })
  expect((await set('UPSTREAM_PROXY', 'http://127.0.0.1:1')).statusCode).toBe(409)
})

test('while the archive is switched off, searches leave it out and works are not found, at once', async () => {
  const { app, set, settingOf } = await start({ CHANNELS: 'demo_share' }, newFolder())
  const archive = async () =>
    (await app.inject('/api/search?kw=%E4%B8%89%E4%BD%93&channels=demo_share')).json().meta.archive
  const work = async () => (await app.inject('/api/v1/works/three-body')).json().error.message
  expect(await archive()).toEqual({ links: 0 })
  await set('ARCHIVE', 'off')
  expect([await archive(), await work()]).toEqual([undefined, 'archive: is off on this server, so no works are stored'])
  expect(await settingOf('ARCHIVE')).toMatchObject({ from: 'stored', value: 'false', default: 'true' })
  await set('ARCHIVE', null)
  expect([await archive(), await work()]).toEqual([{ links: 0 }, 'key: no work with this key is in the archive'])
})

test('days and size of the history can be set where one is kept, within what is allowed', async () => {
  const { set, settingOf } = await start({ HISTORY_MB: '64' }, newFolder())
  await set('HISTORY_DAYS', '30')
  expect(await settingOf('HISTORY_DAYS')).toEqual({
    ...{ name: 'HISTORY_DAYS', from: 'stored', value: '30', default: '365' },
    allowed: 'a whole number from 1 to 3650',
  })
  const wrong = await Promise.all(
    ['0', '3651', '-1', '1.5', '1e2', ' ', 'many'].map((text) => set('HISTORY_DAYS', text)),
  )
  expect(wrong.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400, 200, 400])
  expect(wrong[0]?.json().error.message).toBe('value: must be a whole number from 1 to 3650')
  expect(await settingOf('HISTORY_MB')).toMatchObject({ from: 'environment', variable: 'HISTORY_MB', value: '64' })
  const without = await start({ HISTORY: 'off' }, newFolder())
  expect(await without.settingOf('HISTORY_DAYS')).toBeUndefined()
})

test('an exported file can be imported', async () => {
  const { app, set, post, settingOf } = await start()
  await set('CHANNELS', '+demo_added')
  const exported = await app.inject(`${path}/file`)
  expect(exported.headers['content-disposition']).toBe('attachment; filename="trawl-settings.json"')
  const file = settingsFile.parse(exported.json())
  expect(file.settings).toEqual({ CHANNELS: '+demo_added' })
  await set('CHANNELS', null)
  expect((await post(file, `${path}/file`)).statusCode).toBe(200)
  expect(await settingOf('CHANNELS')).toMatchObject({ from: 'stored', value: '+demo_added' })
})

test('a notifier is stored and shown to watches, and one with a wrong key is refused', async () => {
  const { app, set } = await start()
  const notifiers = JSON.stringify({ phone: { bark: 'https://api.day.app', key: 'device', shared: true } })
  expect((await set('NOTIFIERS', notifiers)).statusCode).toBe(200)
  expect((await app.inject('/api/v1/watches')).json().notifiers).toEqual(['phone'])
  const wrong = await set('NOTIFIERS', 'phone:\n  bark: https://api.day.app\n')
  expect([wrong.statusCode, wrong.json().error.message]).toEqual([
    400,
    expect.stringContaining('phone.key: is missing'),
  ])
})

test('a message is sent by a notifier before it is stored', async () => {
  const receiver = await startReceiver(200, () => ({ code: 400, message: 'no such device: device' }))
  const { post } = await start({ UPSTREAM_GATEWAY: '' })
  const keys = { bark: receiver.url, key: 'device', private: 'true' }
  const answer = await post({ notifier: keys }, `${path}/try-notifier`)
  expect(notifierTrialResponse.parse(answer.json())).toMatchObject({
    ok: false,
    message: expect.stringContaining('***'),
  })
  expect(receiver.received).toHaveLength(1)
  const wrong = await post({ notifier: { bark: receiver.url } }, `${path}/try-notifier`)
  expect([wrong.statusCode, wrong.json().error.message]).toEqual([
    400,
    expect.stringMatching(/^notifier.key: is missing/),
  ])
})

test('a channel and a feed are looked at before they are added', async () => {
  const channels = await start()
  const channel = await channels.post({ channel: 'https://t.me/s/demo_share' }, `${path}/look-at-channel`)
  expect(channelLookResponse.parse(channel.json())).toMatchObject({
    ...{ channel: 'demo_share', listed: false, last: { text: expect.stringMatching(/./), at: expect.any(Number) } },
  })
  expect((await channels.post({ channel: 'a b' }, `${path}/look-at-channel`)).statusCode).toBe(400)
  const feeds = await startWithFeed()
  const looked = await feeds.post({ url: 'https://blog.example.org/rss.xml' }, `${path}/look-at-feed`)
  expect(feedLookResponse.parse(looked.json())).toMatchObject({
    ...{ title: '某博客', total: 1, items: [{ title: '纸鹤与灯塔', url: 'https://blog.example.org/7' }] },
  })
  expect((await feeds.post({ url: 'nonsense' }, `${path}/look-at-feed`)).statusCode).toBe(400)
})

test('a page is looked at by the feed that it names', async () => {
  const page =
    '<html><head><link rel="alternate" type="application/rss+xml" href="/rss.xml"></head><p>某博客</p></html>'
  const upstream = await scriptedServer([answers(page), answers(feed)])
  const { post } = await start({ UPSTREAM_GATEWAY: upstream.url('').replace(/\/$/, '') })
  const looked = await post({ url: 'https://blog.example.org/' }, `${path}/look-at-feed`)
  expect(feedLookResponse.parse(looked.json())).toMatchObject({
    title: '某博客',
    feed: 'https://blog.example.org/rss.xml',
  })
})

test('the log says who changed a setting', async () => {
  const { app } = await start({ ADMIN_TOKEN: 'the-administrator-of-tests' })
  const headers = { authorization: 'Bearer the-administrator-of-tests' }
  const payload = { name: 'SWITCHES', value: '-weibo' }
  await app.inject({ method: 'POST', url: path, headers, payload })
  const { logs } = (await app.inject({ url: '/api/v1/logs?level=info', headers })).json()
  const message = 'the setting SWITCHES was set to -weibo by administrator'
  expect(logs).toContainEqual(expect.objectContaining({ message, ip: '127.0.0.1' }))
})

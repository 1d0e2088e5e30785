// Tests an operator's file of own lists: the service as a process over a local server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dailyHotRoutes } from '../src/contract/dailyhot.ts'
import { hotListAnswers } from '../src/contract/hotlist.ts'
import { run } from './kit/process.ts'
import { answers, scriptedServer } from './kit/scripted-server.ts'

const feed = `<rss version="2.0"><channel><title>x</title><item><title>纸鹤与灯塔</title><link>https://blog.example.org/7</link>
  <pubDate>Mon, 06 Jul 2026 11:20:00 +0800</pubDate></item></channel></rss>`
const blog = 'my-blog:\n  name: 某博客\n  feed: https://blog.example.org/rss.xml\n'

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'sources.yaml'), text)
  return join(folder, 'sources.yaml')
}

async function start(file: string, env: Readonly<Record<string, string>> = {}) {
  const upstream = await scriptedServer([answers(feed)])
  const settings = { HOST: '127.0.0.1', PORT: '0', UPSTREAM_GATEWAY: upstream.url('').replace(/\/$/, '') }
  return run('src/main.ts', [], { ...settings, SOURCES_FILE: file, ...env })
}

async function listening(file: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const [, url = ''] = await (await start(file, env)).says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  return url
}

test('three lines make a list like any other', async () => {
  const url = await listening(fileOf(blog))
  const one = hotListAnswers.source.parse(await (await fetch(`${url}/api/v1/sources/my-blog`)).json())
  expect(one).toMatchObject({
    source: { id: 'my-blog', family: 'my-blog', name: '某博客', home: 'https://blog.example.org/', enabled: true },
    total: 1,
    data: [{ title: '纸鹤与灯塔', url: 'https://blog.example.org/7', pubDate: 1783308000000, rank: 1 }],
    cached: false,
  })
  const some = hotListAnswers.sources.parse(await (await fetch(`${url}/api/v1/sources?column=community`)).json())
  expect(some.sources.map(({ id }) => id)).toContain('my-blog')
})

test('a list called as one of our own pages is told to clients of DailyHotApi as what its path is not', async () => {
  const url = await listening(fileOf(`${blog}${blog.replace('my-blog', 'docs')}`), { ENABLED_SOURCES: 'my-blog,docs' })
  const { routes } = dailyHotRoutes.parse(await (await fetch(`${url}/all`)).json())
  expect(routes).toContainEqual({ name: 'my-blog', path: '/my-blog' })
  const message = '/docs is a path of this service; the list is at /api/v1/sources/docs'
  expect(routes).toContainEqual({ name: 'docs', message })
  expect((await fetch(`${url}/api/v1/sources/docs`)).status).toBe(200)
})

test('the settings turn lists on and off, those of the file like ours', async () => {
  const url = await listening(fileOf(blog), {
    ENABLED_SOURCES: 'my-blog,linuxdo-latest,acfun*',
    DISABLED_SOURCES: 'acfun-*',
  })
  const on = hotListAnswers.sources.parse(await (await fetch(`${url}/api/v1/sources`)).json())
  expect(on.sources.map(({ id }) => id)).toEqual(['acfun', 'linuxdo-latest', 'my-blog'])
  const off = await fetch(`${url}/api/v1/sources/weibo`)
  expect([off.status, await off.json()]).toMatchObject([
    503,
    {
      error: {
        code: 'SOURCE_DISABLED',
        message: expect.stringContaining('disabled by ENABLED_SOURCES or DISABLED_SOURCES'),
      },
    },
  ])
})

test('a file with mistakes stops the start, which says each of them by line and key', async () => {
  const file = fileOf(
    `${blog}  colour: red\nweibo:\n  name: x\n  feed: https://a.example/\nbilibili:\n  name: x\n  page: no\n`,
  )
  const service = await start(file)
  expect(await service.ended).toBe(1)
  for (const said of [
    `${file}:4: my-blog.colour: unknown key; did you mean color?`,
    `${file}:5: weibo: is a list of ours already`,
    `${file}:8: bilibili: is a family of ours already`,
    `${file}:10: bilibili.page: `,
  ])
    expect(service.output()).toContain(said)
})

test('a file that is not there, and a list nobody knows, stop the start with a sentence', async () => {
  const gone = await start('/nowhere/sources.yaml')
  expect(await gone.ended).toBe(1)
  expect(gone.output()).toContain(
    "SOURCES_FILE: cannot be read (ENOENT: no such file or directory, stat '/nowhere/sources.yaml')",
  )
  const stray = await start(fileOf(blog), { DISABLED_SOURCES: 'weibbo' })
  expect(await stray.ended).toBe(1)
  expect(stray.output()).toContain('DISABLED_SOURCES: unknown list weibbo')
})

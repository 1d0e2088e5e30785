// Tests an operator's file of own lists in the whole service, over a local server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dailyHotRoutesAnswer } from '../src/contract/dailyhot.ts'
import { hotListAnswers } from '../src/contract/hotlist.ts'
import { run } from './kit/process.ts'
import { answers, scriptedServer } from './kit/scripted-server.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const feed = `<rss version="2.0"><channel><title>x</title><item><title>纸鹤与灯塔</title><link>https://blog.example.org/7</link>
  <pubDate>Mon, 06 Jul 2026 11:20:00 +0800</pubDate></item></channel></rss>`
const blog = 'my-blog:\n  name: 某博客\n  feed: https://blog.example.org/rss.xml\n'

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'sources.yaml'), text)
  return join(folder, 'sources.yaml')
}

async function started(file: string, env: Readonly<Record<string, string>> = {}) {
  const upstream = await scriptedServer([answers(feed)])
  const UPSTREAM_GATEWAY = upstream.url('').replace(/\/$/, '')
  const { app } = await startWholeTrawl({ env: { UPSTREAM_GATEWAY, SOURCES_FILE: file, ...env } })
  return app
}

test('three lines make a list like any other', async () => {
  const app = await started(fileOf(blog))
  const one = hotListAnswers.source.parse((await app.inject('/api/v1/sources/my-blog')).json())
  expect(one).toMatchObject({
    source: { id: 'my-blog', family: 'my-blog', name: '某博客', home: 'https://blog.example.org/', enabled: true },
    total: 1,
    data: [{ title: '纸鹤与灯塔', url: 'https://blog.example.org/7', pubDate: 1783308000000, rank: 1 }],
    cached: false,
  })
  const some = hotListAnswers.sources.parse((await app.inject('/api/v1/sources?column=community')).json())
  expect(some.sources.map(({ id }) => id)).toContain('my-blog')
})

test('clients of DailyHotApi get a message in place of the path of a list that is named like a page of Trawl', async () => {
  const app = await started(fileOf(`${blog}${blog.replace('my-blog', 'docs')}`), { ENABLED_SOURCES: 'my-blog,docs' })
  const { routes } = dailyHotRoutesAnswer.parse((await app.inject('/all')).json())
  expect(routes).toContainEqual({ name: 'my-blog', path: '/my-blog' })
  const message = '/docs is a path of this service; the list is at /api/v1/sources/docs'
  expect(routes).toContainEqual({ name: 'docs', message })
  expect((await app.inject('/api/v1/sources/docs')).statusCode).toBe(200)
})

test('the settings turn lists on and off, those of the file like ours', async () => {
  const app = await started(fileOf(blog), {
    ENABLED_SOURCES: 'my-blog,linuxdo-latest,acfun*',
    DISABLED_SOURCES: 'acfun-*',
  })
  const on = hotListAnswers.sources.parse((await app.inject('/api/v1/sources')).json())
  expect(on.sources.map(({ id }) => id)).toEqual(['acfun', 'linuxdo-latest', 'my-blog'])
  const off = await app.inject('/api/v1/sources/weibo')
  expect([off.statusCode, off.json()]).toMatchObject([
    503,
    {
      error: {
        code: 'SOURCE_DISABLED',
        message: expect.stringContaining('off, by ENABLED_SOURCES, DISABLED_SOURCES or an administrator'),
      },
    },
  ])
})

test('a list nobody knows stops the start with a sentence', async () => {
  const stray = await run('src/main.ts', [], {
    ...{ HOST: '127.0.0.1', PORT: '0', SOURCES_FILE: fileOf(blog), DISABLED_SOURCES: 'weibbo' },
  })
  expect(await stray.ended).toBe(1)
  expect(stray.output()).toContain('DISABLED_SOURCES: unknown list weibbo')
})

// `trawl trends`, `trawl risers`, `trawl hot --at` and `--history` against a service with a history.
import { expect, it, vi } from 'vitest'
import { runTrawl } from '../src/cli/commands/run.ts'
import { newFolder } from './kit/disk.ts'
import { runCommand } from './kit/terminal.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const lists = ['weibo', 'zhihu', 'baidu', 'toutiao']

async function start() {
  const env = { ENABLED_SOURCES: lists.join() }
  const { app } = await startWholeTrawl({ env, lists: 'growing', dataFolder: newFolder() })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return (...words: string[]) => runCommand(runTrawl, words, { env: { TRAWL_URL: url } })
}

it('shows stories, risers, and lists as they stood', async () => {
  const trawl = await start()
  expect(await trawl('risers', '--window', '3h')).toMatchObject({ status: 1, out: '' })
  const { out } = await trawl('hot', ...lists, '--limit', '3')
  const reported = await trawl('trends', '--limit', '2', '--column', 'china')
  expect([reported.status, reported.out.match(/platforms, first .* on \w+: /g)?.length]).toEqual([0, 2])
  const json = JSON.parse((await trawl('trends', '--json', '--limit', '1')).out)
  expect(reported.out).toContain(json.stories[0].title)
  await vi.waitFor(async () => {
    const { status } = await trawl('hot', ...lists, '--at', '0m')
    expect(status).toBe(0)
  })
  const then = await trawl('hot', ...lists, '--at', '0m', '--limit', '3')
  // The history keeps no notes of the site, which zhihu has beside the titles.
  const titles = (text: string) => text.replaceAll(/ {2,}.*$/gm, '').split('\n')
  expect(titles(then.out)).toEqual(titles(out))
  expect(await trawl('hot', 'weibo', '--at', '1d')).toMatchObject({
    status: 2,
    err: expect.stringContaining('time: the history of weibo begins at '),
  })
})

it('says how lists get into the stories when there are none', async () => {
  const trawl = await start()
  expect(await trawl('trends')).toMatchObject({ status: 1, err: expect.stringContaining('; trawl hot weibo ') })
})

it('shows the ranks of items over time, of all or of those with a word', async () => {
  const trawl = await start()
  const hot = await trawl('hot', 'weibo', '--limit', '1', '--json')
  const [{ title }] = JSON.parse(hot.out).results[0].data
  await vi.waitFor(async () => {
    expect(await trawl('hot', 'weibo', '--history', '--limit', '1')).toMatchObject({
      ...{ status: 0, out: expect.stringMatching(/best #1 .*, seen /) },
    })
  })
  const found = await trawl('hot', 'weibo', '--history', '--item', title, '--json')
  const [{ source, items }] = JSON.parse(found.out).results
  expect([source, items]).toMatchObject(['weibo', [{ title, peak: { rank: 1 }, points: [{ rank: 1 }] }]])
  expect(await trawl('hot', 'weibo', '--history', '--item', '不在榜上的词')).toMatchObject({ status: 1 })
  expect(await trawl('hot', 'weibo', '--item', title)).toMatchObject({
    ...{ status: 2, err: expect.stringContaining('--item requires --history') },
  })
})

it('shows the one list that people call by a name, and says so', async () => {
  const trawl = await start()
  const called = await trawl('hot', 'wb', 'weibo', '--limit', '2')
  expect(called).toMatchObject({ status: 0, out: (await trawl('hot', 'weibo', '--limit', '2')).out })
  expect(called.err).toContain('wb is weibo\n')
  expect(await trawl('hot', '微', 'nosuch')).toMatchObject({ status: 2 })
  // A refresh is recorded a moment after it is answered.
  await vi.waitFor(async () => {
    expect(await trawl('hot', 'wb', '--at', '0m')).toMatchObject({ status: 0 })
  })
})

// Tests the bans of a whole service: from its file and over its API, and after restarts.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hotListAnswers } from '../src/contract/hotlist.ts'
import { newFolder } from './kit/disk.ts'
import { launchTrawl } from './kit/process.ts'
import { standinOfTest } from './kit/standin.ts'

const path = '/api/v1/security/bans'
const headers = { authorization: 'Bearer correct-horse-battery' }
const list = '/api/v1/sources/baidu?limit=50'

async function makeSettings() {
  const standin = await standinOfTest()
  return { UPSTREAM_GATEWAY: standin.url, ADMIN_TOKEN: 'correct-horse-battery' }
}

async function start(env: Readonly<Record<string, string>>) {
  const { service, url } = await launchTrawl(env)
  const text = async (target: string) => await (await fetch(url + target, { headers })).text()
  return {
    ...service,
    titles: async () => titlesIn(await text(list)),
    ready: () => text('/readyz'),
    change: async (body: object) =>
      (
        await fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      ).status,
    stop: async () => {
      service.signal('SIGTERM')
      expect(await service.ended).toBe(0)
    },
  }
}

function titlesIn(answer: string): string[] {
  return hotListAnswers.source.parse(JSON.parse(answer)).data.map(({ title }) => title)
}

test('a ban holds over a restart, and a file of bans is followed while the service runs', async () => {
  const folder = newFolder()
  const file = join(folder, 'bans.txt')
  await writeFile(file, '# none yet\n')
  const env = { ...(await makeSettings()), DATA_DIR: join(folder, 'data'), BANS_FILE: file }
  const first = await start(env)
  const [one = '', two = '', ...others] = await first.titles()
  expect(await first.change({ add: [{ kind: 'word', value: one }] })).toBe(200)
  expect(await first.titles()).toEqual([two, ...others])
  await first.stop()

  const second = await start(env)
  expect(await second.titles()).toEqual([two, ...others])
  await writeFile(file, `word: ${two}\n`)
  await vi.waitFor(async () => expect(await second.titles()).toEqual(others))
  await writeFile(file, 'nonsense\n')
  await vi.waitFor(async () => expect(await second.ready()).toContain('"troubles":["BANS_FILE is invalid'))
  expect(await second.titles()).toEqual(others)
})

// Tests in the whole service that a file of bans is followed while it runs, beside a ban of the API.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { hotListAnswers } from '../src/contract/hotlist.ts'
import { newFolder } from './kit/disk.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

test('a file of bans holds once it changes, beside a ban of the API, and as it was while it has a mistake', async () => {
  const file = join(newFolder(), 'bans.txt')
  writeFileSync(file, '# none yet\n')
  const { app } = await startWholeTrawl({ env: { BANS_FILE: file } })
  const get = async (url: string) => (await app.inject(url)).json()
  const titles = async () => {
    const { data } = hotListAnswers.source.parse(await get('/api/v1/sources/baidu?limit=50'))
    return data.map(({ title }) => title)
  }
  const [one = '', two = '', ...others] = await titles()
  const payload = { add: [{ kind: 'word', value: one }] }
  await app.inject({ method: 'POST', url: '/api/v1/security/bans', payload })
  expect(await titles()).toEqual([two, ...others])
  writeFileSync(file, `word: ${two}\n`)
  await vi.waitFor(async () => expect(await titles()).toEqual(others))
  writeFileSync(file, 'nonsense\n')
  await vi.waitFor(async () =>
    expect((await get('/readyz')).troubles).toEqual([expect.stringMatching(/^BANS_FILE is invalid/)]),
  )
  expect(await titles()).toEqual(others)
})

// Simulates NewsNow's package for AI agents: one GET to the configured address, and the first items as lines.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startHotTrawl } from '../kit/hot-trawl.ts'

/** The tool's output. @throws its error message. */
async function hottest(base: string, id: string, count = 10): Promise<string[]> {
  const response = await fetch(`${base}/api/s?id=${id}`)
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${response.status}: ${z.looseObject({ message: z.string() }).parse(body).message}`)
  const { items } = z.looseObject({ items: z.array(z.looseObject({ title: z.string(), url: z.url() })) }).parse(body)
  return items.slice(0, count).map(({ title, url }) => `[${title}](${url})`)
}

test('returns as many lines as requested, for long and short ids', async () => {
  const { listen } = await startHotTrawl({ lists: 'growing' })
  const base = await listen()
  const lines = await hottest(base, 'weibo', 5)
  expect(lines.length).toBe(5)
  for (const line of lines) expect(line).toMatch(/^\[.+\]\(https:\/\/.+\)$/)
  expect(await hottest(base, 'v2ex')).toEqual(await hottest(base, 'v2ex-share'))
  expect((await hottest(base, 'bilibili')).length).toBe(10)
})

test('says why a list is empty, in words for an agent', async () => {
  const { listen, standin } = await startHotTrawl()
  const base = await listen()
  standin.setFaults({ kind: '500' })
  await expect(hottest(base, 'nobody')).rejects.toThrow(/^404: source: unknown source; GET \/api\/v1\/sources/)
  await expect(hottest(base, 'zhihu')).rejects.toThrow(
    /^502: source: zhihu could not be fetched \(unavailable: .+\), and no/,
  )
})

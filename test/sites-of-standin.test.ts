// Tests that every plugin finds the shares of its site in the stand-in, and nothing where the site has nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recognise } from '../src/search/clouds/recognise.ts'
import { loadPlugins } from '../src/search/load-plugins.ts'
import type { Post } from '../src/search/plugin.ts'
import { defaultNow } from '../standin/corpus/corpus.ts'
import { listingsOf } from '../standin/corpus/listings.ts'
import { type Standin, startStandin } from '../standin/server.ts'
import { profileOf, siteNames } from '../standin/sites.ts'
import { createIo, makeAsk, makeKeeping, makeWire } from './kit/wire.ts'

const plugins = await loadPlugins({}, {}, { info: () => undefined, warn: () => undefined })

let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())

async function search(name: string, kw: string): Promise<readonly Post[]> {
  // At an hour at which no site is closed.
  const wire = makeWire({ gateway: new URL(standin.url), epochMs: () => defaultNow.getTime() })
  const plugin = plugins.get(name)
  if (plugin === undefined) throw new TypeError(`no plugin is called ${name}`)
  const { io } = createIo(makeAsk(plugin.limits), wire, { source: plugin.id, ...makeKeeping(wire) })
  return plugin.ask({ kw, ext: {} }, io)
}

/** Listings with shares that every plugin can give: its name in one word, and no torrent of version 2. */
function findable(name: string) {
  return listingsOf(name, profileOf(name), 1, defaultNow).filter(
    ({ title, offers }) =>
      /^\p{Script=Han}{4,}$/u.test(title) &&
      offers.length > 0 &&
      offers.every(({ truth }) => truth.type !== 'magnet' || truth.code.length === 40),
  )
}

describe.each(siteNames())('%s', (name) => {
  it('is searched by its plugin, which finds the shares of the title and no others', async () => {
    const title = findable(name).at(-1)?.title ?? ''
    const titled = listingsOf(name, profileOf(name), 1, defaultNow).filter((one) => one.title.includes(title))
    const offers = titled.flatMap((one) => one.offers)
    const posts = (await search(name, title)).filter((post) => post.title?.includes(title))
    const keys = posts.flatMap(({ anchors }) => anchors.map(({ href }) => recognise(href)?.key.toLowerCase() ?? ''))
    const shares = keys.filter((key) => !/^(?:others:.*)?$/.test(key))
    const truth = offers.map(({ truth: { type, code } }) => `${type}:${code}`.toLowerCase())
    expect(shares.length).toBeGreaterThan(0)
    expect(shares.filter((key) => !truth.includes(key))).toEqual([])
    const text = JSON.stringify(posts)
    expect(offers.filter(({ url, code }) => text.includes(url) && !text.includes(code))).toEqual([])
  })

  it('has nothing for a keyword of no title', async () => {
    expect(await search(name, 'zzqxv')).toEqual([])
  })
})

// Tests a search from end to end: the app with real parts over the stand-in, compared with the posts.
import { describe, expect, it } from 'vitest'
import { defaultChannels } from '../src/search/catalogue.ts'
import { recognise } from '../src/search/clouds/recognise.ts'
import { createCorpus } from '../standin/corpus/corpus.ts'
import { caseCount } from './kit/case-count.ts'
import { startTrawl } from './kit/trawl.ts'

const seed = 5

/** All channels, in `npm test` a tenth of them: the asks of all of them at once need a machine that is not busy. */
const channels = defaultChannels.slice(0, caseCount(defaultChannels.length))

/** The expected codes of all shares in these channels: share → codes, `''` for none. */
function truthOf(names: readonly string[]): Map<string, Set<string>> {
  const truth = new Map<string, Set<string>>()
  const corpus = createCorpus(seed)
  for (const name of names) {
    for (const { type, code, password } of corpus.postsOf(name).flatMap((post) => post.truth)) {
      const key = `${type}:${code}`
      const codes = truth.get(key) ?? new Set()
      truth.set(key, codes.add(password))
    }
  }
  return truth
}

function linksOf(data: Awaited<ReturnType<Awaited<ReturnType<typeof startTrawl>>['search']>>['data']) {
  return 'merged_by_type' in data ? Object.values(data.merged_by_type).flat() : []
}

describe('a search over many channels', () => {
  it('finds true links only, each share once, each with a code from one of its posts', async () => {
    const { search, errors } = await startTrawl(channels, { seed })
    const truth = truthOf(channels)
    let links = 0
    for (const kw of ['纸鹤', '第一季', 'linux', '4K']) {
      const { data, meta } = await search({ kw, conc: 128 })
      expect(meta).toMatchObject({ complete: true, sources: { asked: channels.length, pending: 0 } })
      const keys = linksOf(data).map(({ url, password }) => {
        const share = recognise(url)
        // The stand-in's truth omits the query of other clouds.
        const codes = truth.get(share?.key ?? '') ?? truth.get(share?.key.replace(/\?.*$/, '') ?? '')
        expect(codes, url).toBeDefined()
        if (password !== '') expect([...(codes ?? [])], url).toContain(password)
        // The post with the code may not match the keyword.
        if (password === '') expect([...(codes ?? [])], url).toContain('')
        return share?.key
      })
      expect(new Set(keys).size).toBe(keys.length)
      links += keys.length
    }
    console.info(`end to end: ${links} links of 4 searches held against what the posts say`)
    expect(links).toBeGreaterThan(caseCount(100))
    expect(errors).toEqual([])
  })
})

describe('the deadline', () => {
  it('answers with what has arrived, and the repeat has the rest without asking again', async () => {
    const { search, standin } = await startTrawl(['fast_one', 'fast_two', 'late_one'])
    standin.setFaults({ kind: 'slow-start', match: '/s/late_one', amount: 700 })
    const early = await search({ kw: '第', ext: { deadline_ms: 400 } })
    // How many other sources have answered by then depends on the machine.
    expect(early.meta).toMatchObject({ complete: false, sources: { asked: 3, failed: 0 } })
    expect(early.warnings).toMatchObject([{ kind: 'deadline_reached' }])
    const repeat = await search({ kw: '第' })
    expect(repeat.meta).toEqual({ complete: true, sources: { asked: 3, answered: 3, failed: 0, pending: 0 } })
    expect(repeat.data.total).toBeGreaterThan(early.data.total)
    expect(standin.asked()).toHaveLength(3)
  })

  it('never loses links between repeats: what a late source gave earlier stays in', async () => {
    const { search, standin } = await startTrawl(['fast_one', 'late_one'])
    const full = await search({ kw: '第' })
    standin.setFaults({ kind: 'slow-start', match: '/s/late_one', amount: 700 })
    const early = await search({ kw: '第', refresh: true, ext: { deadline_ms: 300 } })
    expect(early.meta.sources.pending).toBeGreaterThanOrEqual(1)
    expect(early.data.total).toBe(full.data.total)
  })
})

// Parsing of plugin files.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answeringIo } from '../../test/kit/site-io.ts'
import { wholeNumber } from '../parsing/source-settings.ts'
import { type Post, parsePlugin, type SearchQuery } from './plugin.ts'

const post: Post = { id: '1', text: '', anchors: [], tags: [], images: [], aside: '' }

describe('the source of a plugin', () => {
  it('is handed the keys of ext it reads and no others, and answers are kept by them', async () => {
    const asked: SearchQuery[] = []
    const ask = async (query: SearchQuery) => {
      asked.push(query)
      return [post]
    }
    const source = parsePlugin('demo', { home: 'https://a.test/', reads: ['is_all'], ask })
    const { io } = answeringIo(() => 404)
    await source.ask({ kw: 'a', ext: { is_all: true, referer: 'x' } }, io)
    expect(asked).toEqual([{ kw: 'a', ext: { is_all: true } }])
    const key = (ext: Record<string, unknown>) => source.keyOf?.({ kw: 'a', ext })
    expect(key({ referer: 'x' })).toBe(key({}))
    expect(key({ is_all: true })).not.toBe(key({}))
    expect(JSON.stringify(key(JSON.parse('{"__proto__":{"is_all":true}}')))).toBe(JSON.stringify(key({})))
  })

  it('is refused when its file exports something else, or a setting is wrong', () => {
    expect(() => parsePlugin('demo', {})).toThrow('must have `home` (a web address) and `ask` (a function)')
    for (const [wrong, sentence] of [
      [{ reads: 'is_all' }, 'reads: '],
      [{ limits: { parallel: 0 } }, 'limits.parallel: '],
      [{ limits: { attemptMs: 'soon' } }, 'limits.attemptMs: '],
      [{ limits: { paralel: 2 } }, 'limits: Unrecognized key'],
      [{ doubtsEmpty: 'yes' }, 'doubtsEmpty: '],
      [{ settings: 5 }, 'settings: '],
    ] as const) {
      const definition = { home: 'https://a.test/', ask: async () => [], ...wrong }
      expect(() => parsePlugin('demo', definition)).toThrow(sentence)
    }
    const settings = z.object({ pages: wholeNumber(1, 5, 1) })
    const plugin = { home: 'https://a.test/', settings, ask: async () => [] }
    expect(() => parsePlugin('demo', plugin, { DEMO_PAGES: 'many' })).toThrow(
      'DEMO_PAGES: must be a whole number from 1 to 5',
    )
  })
})

// Links in windows of all widths: titles are truncated, URLs never, and columns align.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CollectedLink } from '../../../client/link-collector.ts'
import { collectedLink } from '../../../test/kit/page-data.ts'
import { plainScreen } from '../../../test/kit/screen.ts'
import { formatLinks } from './format-links.ts'
import { displayWidth } from './text-width.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const hour = 3_600_000

function link(fields: Partial<CollectedLink> = {}): CollectedLink {
  const found = { title: '三体 全集 4K', at: now - 50 * hour, sources: ['tg:demo_share', 'plugin:labi'] }
  return { ...collectedLink('quark:16c89a239db2'), ...found, ...fields }
}

function textIn(
  columns: number,
  links: readonly CollectedLink[],
  more: { readonly limit?: number; readonly hasDetails?: boolean } = {},
): string[] {
  return formatLinks([['quark', links]], { ...plainScreen(columns, now), limit: 10, hasDetails: false, ...more })
}

const long = '流浪地球 第二部 国语中字 4K HDR 杜比视界 原盘 REMUX 全集 附花絮 导演剪辑版'
const dead = { state: 'bad', checkedAt: now - 2 * hour, expiresAt: now } as const
const two = [
  link({ title: long, password: 'a1b2' }),
  link({ url: 'https://pan.quark.cn/s/2', title: '三体', at: undefined, sources: ['plugin:labi'], health: dead }),
]

describe('a window', () => {
  it('of 160 columns has each link on a line', () => {
    expect(textIn(160, two)).toEqual([
      'quark  2',
      '  流浪地球 第二部 国语中字 4K HDR 杜比视界 原盘 REMUX 全集 附花絮 导演剪辑版  2 d  @demo_share +1       https://pan.quark.cn/s/16c89a239db2  code a1b2',
      `  三体${' '.repeat(72)}  –  labi            bad  https://pan.quark.cn/s/2`,
    ])
  })

  it('of 80 columns has the address on a second line', () => {
    expect(textIn(80, two)).toEqual([
      'quark  2',
      '  流浪地球 第二部 国语中字 4K HDR 杜比视界 原盘 REMUX…  2 d  @demo_share +1',
      '    https://pan.quark.cn/s/16c89a239db2  code a1b2',
      `  三体${' '.repeat(50)}  –  labi            bad`,
      '    https://pan.quark.cn/s/2',
    ])
  })

  it('of 40 columns has what else there is to say between them', () => {
    expect(textIn(40, two)).toEqual([
      'quark  2',
      '  流浪地球 第二部 国语中字 4K HDR 杜比…',
      '    2 d · @demo_share +1',
      '    https://pan.quark.cn/s/16c89a239db2  code a1b2',
      '  三体',
      '    – · labi · bad',
      '    https://pan.quark.cn/s/2',
    ])
  })

  it('that is none, for programs, cuts nothing', () => {
    const [, first = '', second = ''] = textIn(Number.POSITIVE_INFINITY, two)
    expect(first).toContain(`  ${long}  `)
    expect(second).toMatch(/^ {2}三体 +– {2}labi +bad {2}https:\/\/pan\.quark\.cn\/s\/2$/)
  })

  it('of any width holds every line that has no address, and every address stands whole on one line', () => {
    const runs = 400
    const titles = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(titles, fc.integer({ min: 24, max: 220 }), fc.boolean(), (titles, columns, hasDetails) => {
        const links = titles.map((title, at) => link({ title, url: `https://pan.example/${'x'.repeat(at * 20)}` }))
        const lines = textIn(columns, links, { hasDetails })
        for (const line of lines) if (!line.includes('https:')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
        for (const { url } of links) expect(lines.some((line) => line.split(/\s+/).includes(url))).toBe(true)
      }),
      { numRuns: runs },
    )
    console.info(`links: ${runs} windows`)
  })
})

describe('what is said of a link', () => {
  it('is how many there are besides, when not all are shown', () => {
    const many = Array.from({ length: 12 }, (_, at) => link({ url: `https://pan.quark.cn/s/${at}` }))
    expect(textIn(80, many, { limit: 3 })[0]).toBe('quark  3 of 12')
    expect(textIn(80, many, { limit: 3 })).toHaveLength(7)
    expect(textIn(80, many, { limit: 0 })[0]).toBe('quark  12')
  })

  it('is that it comes from the archive, and how it was found to be', () => {
    const health = { state: 'ok', checkedAt: now - 5 * 60_000, expiresAt: now } as const
    expect(textIn(40, [link({ isFromArchive: true, health })])[2]).toBe('    2 d · @demo_share +1 · ok archive')
  })

  it('with details is every source, the time, and when it was checked', () => {
    const [, , , details] = textIn(88, [link({ health: dead })], { hasDetails: true })
    expect(details).toBe('    2026-11-20 10:00 UTC, in tg:demo_share, plugin:labi; bad, checked 2 h ago')
    const [, , , unknown] = textIn(80, [link({ at: undefined })], { hasDetails: true })
    expect(unknown).toBe('    unknown date, in tg:demo_share, plugin:labi')
  })

  it('is nothing that a terminal would obey', () => {
    const evil = '\x1b[2J\x1b]0;owned\x07'
    const hostile = link({ title: evil, password: evil, url: `https://a.example/${evil}`, sources: [`tg:${evil}`] })
    for (const columns of [40, 80, 200]) {
      const text = textIn(columns, [hostile], { hasDetails: true }).join('')
      expect(text).not.toMatch(/\p{Cc}/u)
    }
    expect(textIn(80, [link({ title: '\u202E\x00' })])[1]).toContain('(without a title)')
  })
})

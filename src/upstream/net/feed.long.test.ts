// Feeds of a megabyte that are made to exhaust parsers.
import { describe, expect, it } from 'vitest'
import { costMs } from '../../../test/kit/cost.ts'
import { parseFeed } from './feed.ts'

const nothing = { id: '', url: '', title: '', time: '', summary: '', author: '', image: '' }

describe('a feed made to break its reader', () => {
  const head = '<rss version="2.0"><channel><item><title>'
  const tail = '</title></item></channel></rss>'
  const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))
  const pieces =
    '<|<a |<a b="|<!--|<![CDATA[|<![CDATA[]]|&|&#x41;|<a/>|</a>|<!|<!ENTITY a "b">|<?a |<a></a>|</title>|<item/>|</b>|<b></i>|<b a=|&lt;'.split(
      '|',
    )

  it('takes time linear in its length: a megabyte of anything in less than two seconds', () => {
    let tried = 0
    for (const piece of [...pieces, '<item><title>t</title><link>https://a.site.test/1</link><guid>1</guid></item>']) {
      for (const text of [
        head + fill(piece, 1_000_000),
        `${head}${'<a>'.repeat(95)}${fill(piece, 1_000_000)}${tail}`,
        `${head}${fill(piece, 1_000_000)}${tail}`,
        fill(piece, 1_000_000),
      ]) {
        const spent = costMs(() => {
          try {
            expect(Array.isArray(parseFeed(text))).toBe(true)
          } catch (error) {
            expect(error).toMatchObject({ kind: 'mismatch' })
          }
        })
        expect(spent, piece).toBeLessThan(2_000)
        tried += 1
      }
    }
    expect(tried).toBe(21 * 4)
  })

  it('may have tags of any length', () => {
    const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}="x"`).join(' ')
    expect(parseFeed(`<rss ${attributes}><item ${attributes}><link ${attributes} href="yes"/></item></rss>`)).toEqual([
      { ...nothing, url: 'yes' },
    ])
  })
})

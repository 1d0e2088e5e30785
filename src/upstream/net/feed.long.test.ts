// Feeds of a megabyte that are made to exhaust parsers.
import { describe, expect, it } from 'vitest'
import { isLinear } from '../../../test/kit/clocks.ts'
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

  function readOrRefuse(text: string): void {
    try {
      expect(Array.isArray(parseFeed(text))).toBe(true)
    } catch (error) {
      expect(error).toMatchObject({ kind: 'mismatch' })
    }
  }

  it('takes time linear in its length', async () => {
    let tried = 0
    for (const piece of [...pieces, '<item><title>t</title><link>https://a.site.test/1</link><guid>1</guid></item>']) {
      for (const textOf of [
        (length: number) => head + fill(piece, length),
        (length: number) => `${head}${'<a>'.repeat(95)}${fill(piece, length)}${tail}`,
        (length: number) => `${head}${fill(piece, length)}${tail}`,
        (length: number) => fill(piece, length),
      ]) {
        const [quarter, whole] = [textOf(250_000), textOf(1_000_000)]
        const isAsExpected = await isLinear(
          () => readOrRefuse(quarter),
          () => readOrRefuse(whole),
        )
        expect(isAsExpected, piece).toBe(true)
        tried += 1
      }
    }
    expect(tried).toBe(21 * 4)
  })

  it('may have tags of any length', () => {
    const attributes = Array.from({ length: 9_000 }, (_, n) => `a${n}="x"`).join(' ')
    expect(parseFeed(`<rss ${attributes}><item ${attributes}><link ${attributes} href="yes"/></item></rss>`)).toEqual([
      { ...nothing, url: 'yes' },
    ])
  })
})

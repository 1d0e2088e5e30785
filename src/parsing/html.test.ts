// Parsed pages: lists of items, nested items, and lists that cannot be read.
import { describe, expect, it } from 'vitest'
import { parsePage } from '../upstream/net/html-page.ts'
import { findWithin, parseItems, unnestedNodes } from './html.ts'

const mismatch = expect.objectContaining({ kind: 'mismatch' })

describe('the first elements of a kind', () => {
  it('are limited in number', () => {
    const page = parsePage('<p>1</p><p>2</p><p>3</p>')
    expect(unnestedNodes(page, page('p'), 2).map((node) => page(node).text())).toEqual(['1', '2'])
    expect(unnestedNodes(page, page('li'), 2)).toEqual([])
  })

  it('are a mismatch when one contains another, at any depth, unless that is beyond the limit', () => {
    const page = parsePage('<p>1</p><div>2<section><div>3</div></section></div>')
    expect(() => unnestedNodes(page, page('div'), 9)).toThrow(mismatch)
    expect(unnestedNodes(page, page('div'), 1)).toHaveLength(1)
    expect(unnestedNodes(page, page('p, section'), 9)).toHaveLength(2)
  })
})

describe('what stands within an element', () => {
  it('is found at any depth, and nothing outside of it', () => {
    const page = parsePage('<p><i>out</i></p><div><i>1</i><b><i>2</i></b></div>')
    const [node] = unnestedNodes(page, page('div'), 1)
    const found = node === undefined ? [] : findWithin(page, node, 'i').toArray()
    expect(found.map((one) => page(one).text())).toEqual(['1', '2'])
  })
})

describe('the items of a list', () => {
  const read = (html: string) => {
    const page = parsePage(html)
    const nodes = unnestedNodes(page, page('li'), 9)
    return parseItems(nodes, (node) => itemOf(page(node).attr('id'), page(node).text()), 'no list of ours')
  }

  function itemOf(id: string | undefined, text: string) {
    return id === undefined ? undefined : { id, text }
  }

  it('are the readable ones, the first of each id', () => {
    expect(read('<li id="a">1</li><li>2</li><li id="b">3</li><li id="a">4</li>')).toEqual([
      { id: 'a', text: '1' },
      { id: 'b', text: '3' },
    ])
  })

  it('may be empty, but not when no item is readable', () => {
    expect(read('<p></p>')).toEqual([])
    expect(() => read('<li>1</li>')).toThrow(expect.objectContaining({ kind: 'mismatch', message: 'no list of ours' }))
  })
})

// Tests the trimming of bodies: rows of JSON, pages and feeds are removed where the items allow it, and the rest stays unchanged.
import { describe, expect, it } from 'vitest'
import type { DraftExchange, Replayed } from '../tools/record/draft.ts'
import { trimmed } from '../tools/record/trim.ts'

function exchange(body: string | Uint8Array, path = '/'): DraftExchange {
  const url = `https://site.example.org${path}`
  return { method: 'GET', url, sent: {}, status: 200, headers: {}, body: Buffer.from(body) }
}

function received(items: readonly unknown[]): Replayed {
  return { items, failure: undefined, isWhole: true, strays: [] }
}

/** Every match of the pattern in the bodies is an item. */
function reading(pattern: RegExp) {
  return async (exchanges: readonly DraftExchange[]) =>
    received(exchanges.flatMap(({ body }) => Buffer.from(body).toString('latin1').match(pattern) ?? []))
}

async function cut(body: string | Uint8Array, pattern: RegExp, keep = 2): Promise<string> {
  const [one] = await trimmed([exchange(body)], keep, reading(pattern))
  return Buffer.from(one?.body ?? '').toString('latin1')
}

const rows = Array.from({ length: 30 }, (_, at) => at)

describe('a body', () => {
  it('of JSON keeps the first entries of each list, and the way it was written', async () => {
    const body = `back(${JSON.stringify({ list: rows.map((id) => ({ id: `w${id}`, tags: rows })), more: rows })});`
    expect(await cut(body, /w\d+/g)).toBe(
      'back({"list":[{"id":"w0","tags":[0,1]},{"id":"w1","tags":[0,1]}],"more":[0,1]});',
    )
  })

  it('of a page keeps its bytes but for rows, styles, scripts and comments that nothing is read from', async () => {
    // 中文 as GBK: D6 D0 CE C4.
    const row = (at: number) => `<li class="row n${at}"><a>w${at} \xd6\xd0\xce\xc4</a></li>\n`
    const page = `<html><head><style>a{}</style><!-- x --></head><body><ul>\n${rows.map(row).join('')}</ul><p>\xd6\xd0</p></body></html>`
    const left = await cut(Buffer.from(page, 'latin1'), /w\d+/g)
    expect(left.replaceAll(/\n+/g, '\n')).toBe(
      `<html><head></head><body><ul>\n${row(0)}${row(1)}</ul><p>\xd6\xd0</p></body></html>`,
    )
  })

  it('of a feed keeps its first entries', async () => {
    const feed = `<?xml version="1.0"?><rss><channel><title>x</title>${rows.map((at) => `<item><title>w${at}</title></item>`).join('')}</channel></rss>`
    expect(await cut(feed, /w\d+/g)).toBe(
      '<?xml version="1.0"?><rss><channel><title>x</title><item><title>w0</title></item><item><title>w1</title></item></channel></rss>',
    )
  })

  it('is left alone when anything that goes changes an item', async () => {
    const body = JSON.stringify({ list: rows })
    const [one] = await trimmed([exchange(body)], 2, async ([first]) => received([first?.body.length, 'x']))
    expect(Buffer.from(one?.body ?? '').toString()).toBe(body)
  })

  it('in another charset than UTF-8 is not taken for JSON', async () => {
    const body = Buffer.from('{"a":["\xd6\xd0","\xd6\xd1","\xd6\xd2"]}', 'latin1')
    expect(await cut(body, /\xd6./g, 1)).toBe(body.toString('latin1'))
  })
})

it('exchanges that nobody asks for any more are left out', async () => {
  const list = exchange(JSON.stringify(rows.map((at) => `w${at}`)))
  const details = rows.map((at) => exchange(`detail ${at}`, `/${at}`))
  const read = async (exchanges: readonly DraftExchange[]) => {
    const paths = new Set(exchanges.map(({ url }) => new URL(url).pathname))
    const listed = exchanges.find(({ url }) => new URL(url).pathname === '/')
    const words: string[] = JSON.parse(Buffer.from(listed?.body ?? '[]').toString())
    const strays = words.filter((word) => !paths.has(`/${word.slice(1)}`))
    return { ...received(words), strays }
  }
  const left = await trimmed([list, ...details], 2, read)
  expect(left.map(({ url }) => new URL(url).pathname)).toEqual(['/', '/0', '/1'])
})

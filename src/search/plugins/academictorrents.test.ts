// The catalogue of Academic Torrents: download, completeness check and search.
import { expect, test } from 'vitest'
import { makeAsking } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import academictorrents from './academictorrents.ts'

const url = 'https://academictorrents.com/database.xml'

function hash(index: number): string {
  return index.toString(16).padStart(40, '0')
}

function row(index: number, title: string, { category = 'Dataset', description = '' } = {}): string {
  return `<item><title>${title}</title><category>${category}</category><infohash>${hash(index)}</infohash><description>${description}</description><size>1</size></item>`
}

function catalogue(...rows: readonly string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Academic Torrents</title>${rows.join('')}</channel></rss>`
}

/** The catalogue as it stands at the site. */
function makeSite(body: string) {
  const { ask, asked, clock } = makeAsking(academictorrents, ({ href }) => (href === url ? body : undefined))
  return { ask: async (kw: string, ext = {}) => (await ask({}, { kw, ext })).posts, asked, clock }
}

test('searches of one day share one download', async () => {
  const { ask, asked, clock } = makeSite(catalogue(row(1, 'Paper Crane'), row(2, 'Paper Boat')))
  expect(await ask('crane')).toMatchObject([{ id: hash(1) }])
  expect(await ask('boat')).toMatchObject([{ id: hash(2) }])
  clock.advance(24 * 60 * 60_000 - 1)
  expect(await ask('lighthouse')).toEqual([])
  expect(asked).toHaveLength(1)
})

test('a catalogue that is cut off, empty or none is never an answer', async () => {
  const whole = catalogue(row(1, 'Crane'), row(2, 'Crane'))
  const broken = [
    whole.slice(0, -10),
    whole.slice(0, 20),
    catalogue(),
    catalogue('<item><title>Crane</title><infohash>0011</infohash></item>'),
    `<html><body>${row(1, 'Crane')}</rss></body></html>`,
  ]
  for (const body of broken) expect(await failureOf(makeSite(body).ask('crane'))).toMatchObject({ kind: 'mismatch' })
})

test('a hit in the title comes before one with the category, and that before one with the description', async () => {
  const { ask } = makeSite(
    catalogue(
      row(1, 'Birds', { description: 'of paper, for a course' }),
      row(2, 'Paper', { category: 'Course' }),
      row(3, 'A course in paper'),
      row(4, 'Paper'),
    ),
  )
  expect((await ask('PAPER  course')).map(({ id }) => id)).toEqual([3, 2, 1].map(hash))
})

test('of many hits the first fifty are handed on', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => row(index, `Crane ${index}`))
  expect(await makeSite(catalogue(...rows)).ask('crane')).toHaveLength(50)
})

test('the English title is searched where there is one', async () => {
  const { ask } = makeSite(catalogue(row(1, 'Paper Crane'), row(2, '纸鹤')))
  expect(await ask('纸鹤', { title_en: 'paper crane' })).toMatchObject([{ id: hash(1) }])
  expect(await ask('纸鹤', { title_en: ' ' })).toMatchObject([{ id: hash(2) }])
  expect(await ask('纸鹤', { title_en: ['paper'] })).toMatchObject([{ id: hash(2) }])
})

test('fields are known by their names, whatever the prefix or the case', async () => {
  const item = `<ITEM><at:Title lang="en">Crane</at:Title><at:infoHash>${hash(7).toUpperCase()}</at:infoHash></ITEM>`
  expect(await makeSite(catalogue(item)).ask('crane')).toMatchObject([{ id: hash(7), title: 'Crane', tags: [] }])
})

test('a long description is cut, and its rest still found', async () => {
  const description = `${'x'.repeat(1_999)}🕊 and a crane at the end`
  const [post] = await makeSite(catalogue(row(1, 'Birds', { description }))).ask('crane')
  expect(post?.text).toBe(`${'x'.repeat(1_999)}…`)
  expect(post?.aside).toContain('a crane at the end')
})

test('a field said many times counts as it was said last', async () => {
  const sizes = '<size>&amp;</size>'.repeat(1_000)
  const item = `<item><title>A &amp; B &lt;crane&gt;</title>${sizes}<size>7</size><infohash>${hash(1)}</infohash></item>`
  const [post] = await makeSite(catalogue(item)).ask('crane')
  expect(post?.title).toBe('A & B <crane>')
  expect(post?.anchors[0]?.href).toMatch(/&xl=7$/)
})

test('of a catalogue longer than any the first rows are read', async () => {
  const { ask } = makeSite(catalogue(row(1, 'Crane'), '<item>'.repeat(100_000), row(2, 'Crane')))
  expect(await ask('crane')).toMatchObject([{ id: hash(1) }])
})

test('of a row longer than any the beginning is read, and the rows after it are found, wherever the slices end', async () => {
  for (const length of [65_470, 65_530, 200_000]) {
    const rows = [row(1, 'Crane', { description: 'x'.repeat(length) }), row(2, 'Boat'), row(3, 'Crane 3')]
    const { ask } = makeSite(catalogue(...rows))
    expect((await ask('boat')).map(({ id }) => id)).toEqual([hash(2)])
    expect((await ask('crane')).map(({ id }) => id)).toEqual([1, 3].map(hash))
  }
})

test('other work runs between the slices of a catalogue', async () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => row(index, 'Crane', { description: 'x'.repeat(1_000) }))
  const { ask } = makeSite(catalogue(...rows))
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  count()
  await ask('crane')
  isOver = true
  expect(turns).toBeGreaterThan(15)
})

test('of texts that would grow when they are folded only the beginning is read', async () => {
  const grown = '\ufdfa'.repeat(11_000)
  const item = row(1, `Crane ${grown}`, { category: grown, description: `${grown} boat` })
  const { ask } = makeSite(catalogue(item))
  const [post] = await ask('crane')
  expect([post?.title?.length, post?.tags[0]?.length, post?.aside.length]).toEqual([2_001, 201, 10_001])
  expect(await ask('boat')).toEqual([])
})

// Tests the academictorrents mock: catalogue, newest entries, conditional requests, irregular rows.
import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { listingsOf } from '../corpus/listings.ts'
import { plainGet } from '../mock-response.ts'
import { createAcademictorrents } from './academictorrents.ts'
import { academictorrentsTaste } from './academictorrents-entries.ts'

const player = createAcademictorrents(1, defaultNow)

function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return player.answer(new URL(path, 'https://academictorrents.com'), { ...plainGet, headers, method })
}

function rowsOf(xml: string) {
  const $ = load(xml, { xml: true })
  return $('item')
    .toArray()
    .map((item) => {
      const text = (name: string): string => $(item).children(name).text()
      return {
        title: text('title'),
        category: text('category'),
        infohash: text('infohash'),
        guid: text('guid'),
        description: text('description'),
        size: Number(text('size')),
      }
    })
}

const catalogue = get('/database.xml')
const rows = rowsOf(catalogue.body)

test('the catalogue has about two hundred entries of three categories, in the shape of the sheet', () => {
  expect(rows.length).toBeGreaterThan(150)
  expect(rows.length).toBeLessThan(300)
  expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(['Dataset', 'Course', 'Paper']))
  expect(rows.every(({ guid, infohash }) => guid === `https://academictorrents.com/details/${infohash}`)).toBe(true)
  expect(catalogue.body).toContain('</item><item>')
  expect(catalogue.body.trimEnd().endsWith('</rss>')).toBe(true)
})

test('a work that has a version 1 torrent is an entry with that hash', () => {
  const hashes = new Map(rows.map(({ infohash, title }) => [`${infohash.toLowerCase()} ${title}`, true]))
  const listings = listingsOf('academictorrents', academictorrentsTaste, 1, defaultNow)
  const known = listings.filter(({ offers }) => offers[0]?.truth.code.length === 40)
  expect(known.length).toBeGreaterThan(20)
  for (const { title, offers } of known) expect(hashes.has(`${offers[0]?.truth.code} ${title}`)).toBe(true)
})

test('there are odd rows: no description, entities, sizes above 2^32, bad hashes, the address of another entry', () => {
  expect(catalogue.body).toContain('<description/>')
  expect(catalogue.body).toContain('Cranes &amp; &quot;Lanterns&quot;: &lt;annotated&gt; photographs')
  expect(rows.some(({ title }) => title === 'Cranes & "Lanterns": <annotated> photographs')).toBe(true)
  expect(rows.some(({ size }) => size > 2 ** 32)).toBe(true)
  expect(rows.filter(({ infohash }) => !/^[0-9a-f]{40}$/i.test(infohash)).length).toBeGreaterThan(1)
  const follow = rows.find(({ description }) => description.includes('/details/'))
  expect(follow?.description).not.toContain(follow?.infohash)
  expect(rows.some(({ description }) => description.length > 2000)).toBe(true)
  expect(rows.some(({ title }) => /\p{Script=Han}/u.test(title))).toBe(true)
})

test('the newest entries are the first of the catalogue, in a file of about forty kilobytes', () => {
  const recent = get('/rss.xml')
  expect(recent.body).toContain('<description>Recent Torrents</description>')
  expect(rowsOf(recent.body)).toEqual(rows.slice(0, 85))
  expect(Buffer.byteLength(recent.body)).toBeGreaterThan(30_000)
  expect(Buffer.byteLength(recent.body)).toBeLessThan(50_000)
})

test.each(['/database.xml', '/rss.xml'])('%s is not sent again to who has it, by tag or by date', (path) => {
  const { etag = '', 'last-modified': changed = '' } = get(path).headers
  expect(etag).toMatch(/^W\/"[^"]+"$/)
  const kept = [
    { 'if-none-match': etag },
    { 'if-none-match': `"x", ${etag.slice(2)}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': changed },
  ]
  for (const headers of kept) expect(get(path, headers)).toMatchObject({ status: 304, body: '', headers: { etag } })
  const day = new Date(Date.parse(changed) - 86_400_000).toUTCString()
  const sentAgain = [
    { 'if-none-match': 'W/"other"' },
    { 'if-none-match': 'W/"other"', 'if-modified-since': changed },
    { 'if-modified-since': day },
    { 'if-modified-since': 'yesterday' },
  ]
  for (const headers of sentAgain) expect(get(path, headers).status).toBe(200)
})

test('another seed has another tag', () => {
  const other = createAcademictorrents(2, defaultNow).answer(
    new URL('https://academictorrents.com/database.xml'),
    plainGet,
  )
  expect(other.headers.etag).not.toBe(catalogue.headers.etag)
})

test('who searches by program is sent to a plea; entries have pages; other methods are refused', () => {
  expect(get('/browse.php?search=crane')).toMatchObject({
    status: 302,
    headers: { location: 'https://academictorrents.com/checkb.htm' },
  })
  expect(get('/checkb.htm').body).toContain('database.xml')
  expect(get(`/details/${rows[0]?.infohash}`).status).toBe(200)
  expect(get(`/details/${'0'.repeat(40)}`).status).toBe(404)
  expect(get('/apiv2/test').status).toBe(404)
  expect(get('/database.xml', {}, 'POST').status).toBe(405)
  expect(rowsOf(player.nothingFound(new URL('https://academictorrents.com/database.xml')).body)).toEqual([])
})

// Mock of academictorrents.com (academic-torrents.md): XML catalogue and newest entries, conditional requests.
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { hash } from '../seeded-random.ts'
import { createEntries, type Entry } from './academictorrents-entries.ts'
import { statusText } from './json-parts.ts'
import { escapeHtml } from './page-parts.ts'

const site = 'https://academictorrents.com'
const dayMs = 86_400_000
const recentEntries = 85

function itemXml({ title, category, infohash, description, size }: Entry): string {
  const address = `${site}/details/${infohash}`
  const words = description === '' ? '<description/>' : `<description>${escapeHtml(description)}</description>`
  return `<item>
<title>${escapeHtml(title)}</title>
<category>${category}</category>
<infohash>${infohash}</infohash>
<guid>${address}</guid>
<link>${address}</link>
${words}
<size>${size}</size>
</item>`
}

function feedXml(description: string, entries: readonly Entry[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:academictorrents="${site}" version="2.0">
<channel>
<title>Academic Torrents</title>
<description>${description}</description>
<link>${site}/</link>
${entries.map(itemXml).join('')}
</channel>
</rss>
`
}

/** A file that supports conditional requests. */
interface File {
  readonly body: string
  readonly tag: string
  readonly changed: Date
}

function fileOf(body: string, changed: Date): File {
  const tag = `W/"${hash(body).toString(16)}-${body.length.toString(16)}"`
  return { body, tag, changed: new Date(Math.floor(changed.getTime() / 1000) * 1000) }
}

/** True when the client's copy is current: by ETag if the request has one, else by date. */
function isKnown({ tag, changed }: File, headers: Sent['headers']): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    const opaque = tag.replace('W/', '')
    return tags.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === opaque)
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= changed.getTime()
}

function send(file: File, headers: Sent['headers']): MockResponse {
  const validators = { etag: file.tag, 'last-modified': file.changed.toUTCString(), 'cache-control': 'max-age=0' }
  if (isKnown(file, headers)) return { status: 304, headers: validators, body: '' }
  return { status: 200, headers: { 'content-type': 'application/xml; charset=utf-8', ...validators }, body: file.body }
}

function html(status: number, title: string, body: string): MockResponse {
  const page = `<!DOCTYPE html>\n<html>\n<head><title>${escapeHtml(title)}</title></head>\n<body>${body}</body>\n</html>\n`
  return { status, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: page }
}

function detailsOf(entries: readonly Entry[], infohash: string): MockResponse {
  const entry = entries.find((one) => one.infohash.toLowerCase() === infohash.toLowerCase())
  if (entry === undefined) return html(404, 'Not found', '<h1>No such entry</h1>')
  return html(200, `${entry.title} - Academic Torrents`, `<h1>${escapeHtml(entry.title)}</h1>`)
}

const plea = '<!-- You look like a program. Please take database.xml or rss.xml instead of searching here. -->'

/** Creates the mock of academictorrents.com. */
export function createAcademictorrents(seed: number, now: Date): UpstreamHandler {
  const entries = createEntries(seed, now)
  // The catalogue is rebuilt every night; 03:00 is a guess.
  const rebuilt = new Date(Math.floor((now.getTime() - 3 * 3_600_000) / dayMs) * dayMs + 3 * 3_600_000)
  const files: Readonly<Record<string, File>> = {
    '/database.xml': fileOf(feedXml('All Torrents', entries), rebuilt),
    '/rss.xml': fileOf(feedXml('Recent Torrents', entries.slice(0, recentEntries)), new Date(now.getTime() - 600_000)),
  }
  const none = fileOf(feedXml('All Torrents', []), rebuilt)
  return {
    answer(url, sent) {
      if (sent.method !== 'GET') return statusText(405, 'Method Not Allowed', { allow: 'GET' })
      const file = files[url.pathname]
      if (file !== undefined) return send(file, sent.headers)
      if (url.pathname === '/browse.php')
        return { ...html(302, '', ''), headers: { location: `${site}/checkb.htm` }, body: '' }
      if (url.pathname === '/checkb.htm') return html(200, 'Check', plea)
      const [, room, infohash = ''] = url.pathname.split('/')
      return room === 'details' ? detailsOf(entries, infohash) : html(404, 'Not found', '<h1>Not found</h1>')
    },
    nothingFound: () => send(none, {}),
  }
}

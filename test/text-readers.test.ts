// Tests every parser of foreign text that uses regular expressions with long hostile texts: the time is not quadratic in the length.
import { expect, it } from 'vitest'
import { readLines } from '../client/line-reader.ts'
import { readServerSentEvents } from '../client/sse-reader.ts'
import { notJson, readError } from '../client/trawl-error.ts'
import { sanitizeText, sanitizeUrl } from '../src/cli/terminal/sanitize.ts'
import { apiRefusal } from '../src/parsing/api-refusal.ts'
import { richText } from '../src/parsing/rich-text.ts'
import { parseTime } from '../src/parsing/row-time.ts'
import { amountOf, oneLine, titleText, truncate } from '../src/parsing/text.ts'
import { chinaTime, shownTime, zonedTime } from '../src/parsing/times.ts'
import { verdictInText } from '../src/search/checks/parse-reply.ts'
import { recognise } from '../src/search/clouds/recognise.ts'
import { isTagLine, namesWork, titleInLine } from '../src/search/posts/title-line.ts'
import { UpstreamError } from '../src/upstream/errors.ts'
import { isChallenge } from '../src/upstream/net/challenge-page.ts'
import { decodeText } from '../src/upstream/net/charset.ts'
import { parseRetryAfter } from '../src/upstream/net/request.ts'
import { diffPage } from '../tools/doctor/diff-page.ts'
import { extractJson } from '../tools/extract-json.ts'
import { isLinear } from './kit/clocks.ts'
import { longTextPieces } from './kit/hostile-texts.ts'
import { makeSite } from './kit/site-io.ts'

const now = new Date(Date.UTC(2026, 10, 22))

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text)
}

/** The text as a stream of small chunks. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const [part] of text.matchAll(/.{1,4096}/gs)) controller.enqueue(Buffer.from(part))
      controller.close()
    },
  })
}

async function drained(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _part of parts);
}

/** Each parser, and the prefixes after which it reads on. */
const readers: [name: string, starts: readonly string[], read: (text: string) => unknown][] = [
  ['words', [''], (text) => [oneLine(text), titleText(text), truncate(text, 20_000), richText(text)]],
  ['amounts', ['', '12'], amountOf],
  ['times', ['', '2026-11-22', '2026-11-22T10:00:00.', 'Sun, 22 Nov 2026 10:00:00 '], readTimes],
  ['refusals', [''], (text) => apiRefusal(text, 1)],
  [
    'lines of posts',
    ['', '名称：', '【', '夸克'],
    (text) => [titleInLine(text), isTagLine(`#${text}`), namesWork(text)],
  ],
  ['words on shares', ['', '分享', '文件已'], verdictInText],
  [
    'addresses of shares',
    ['', 'https://pan.baidu.com/share/link?shareid=1&', 'ed2k://|file|', 'magnet:?xt='],
    recognise,
  ],
  ['gatekeepers', ['', '<html><title>Just a moment...'], (text) => isChallenge(bytesOf(text), 'text/html')],
  ['charsets', ['', '<meta charset', '<meta http-equiv="x" content="'], (text) => decodeText(bytesOf(text), text)],
  ['times to wait', ['', '1', 'Sun, 22 Nov 2026'], (text) => parseRetryAfter(text, now.getTime())],
  ['cookies', ['', 'a=b;', 'a=b; max-age=0', 'a=b; expires='], readCookies],
  [
    'errors in the client',
    ['', '<script', '<style>'],
    (text) => readError(new Response(text, { status: 502 }), 'Trawl'),
  ],
  ['answers in the client', ['', '<script'], (text) => notJson(text, 'Trawl')],
  ['events in the client', ['', 'data: ', 'event: a\ndata: '], (text) => drained(readServerSentEvents(streamOf(text)))],
  ['lines in the client', [''], (text) => drained(readLines(streamOf(text)))],
  ['texts for terminals', [''], (text) => [sanitizeText(text), sanitizeUrl(text)]],
  ['data in pages', ['', '{(', 'a = {'], extractJson],
  ['changes of pages', ['', '<p class="'], (text) => [diffPage(text, '', 'page'), diffPage(text, '', 'feed')]],
]

function readTimes(text: string): unknown {
  return [chinaTime(text), zonedTime(text), shownTime(text, now), parseTime(text, now, undefined)]
}

function readCookies(text: string): Promise<string> {
  const { io } = makeSite(() => ({ setCookies: [text] })).begin()
  return io.cookies('https://a.site.test/')
}

async function readOrFail(read: (text: string) => unknown, text: string): Promise<void> {
  try {
    await read(text)
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
  }
}

it.each(readers)('%s are read in time linear in the length of the text', async (_name, starts, read) => {
  let tried = 0
  for (const piece of longTextPieces) {
    for (const start of starts) {
      const [quarter = '', whole = ''] = [10_000, 40_000].map(
        (length) => `${start}${piece.repeat(Math.ceil(length / piece.length))}!\n!`,
      )
      const isAsExpected = await isLinear(
        () => readOrFail(read, quarter),
        () => readOrFail(read, whole),
      )
      expect(isAsExpected, `${start}${piece}`).toBe(true)
      tried += 1
    }
  }
  expect(tried).toBe(longTextPieces.length * starts.length)
})

// Pages for benchmarks of uncached searches: made before each search, so that the service never waits for them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { defaultChannels } from '../src/search/catalogue.ts'
import { createPageMaker } from './parse/corpus.ts'

/** Serves the pages of uncached searches. */
export type Gateway = Awaited<ReturnType<typeof startGateway>>

const postsOfPage = 22
/** Posts of a page that the search for the other keyword of its pair does not find. */
const postsOfItsOwn = 2

/** Keywords in pairs: the pages of the second one have the posts of the first, but for the newest. */
export function keyword(number: number): string {
  return `第${number}号`
}

/** Serves the pages of one keyword at a time, which are made before the search, so that the service never waits for them. */
export async function startGateway() {
  const makePage = createPageMaker()
  const pages = new Map<string, Buffer>()
  let prepared = -1
  const server = createServer((request, response) => {
    const url = new URL(String(request.headers['x-upstream-url']))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
    response.end(pages.get(url.pathname.split('/').at(-1) ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Makes the pages of the keyword with this number, unless they are there. */
    prepare(asked: number): void {
      if (prepared === asked) return
      prepared = asked
      for (const channel of defaultChannels) pages.set(channel, gzipSync(makePage(channel, postsFor(asked))))
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function postsFor(asked: number) {
  const pair = asked - (asked % 2)
  return Array.from({ length: postsOfPage }, (_, at) => {
    const isOwn = asked !== pair && at >= postsOfPage - postsOfItsOwn
    return {
      number: (isOwn ? asked : pair) * 100 + at + 1,
      work: isOwn ? keyword(asked) : `${keyword(pair)}${keyword(pair + 1)}`,
    }
  })
}

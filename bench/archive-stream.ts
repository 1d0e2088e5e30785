// Measures the time to the first links of a stream that are served from the archive alone.

import { startAsking } from './processes.ts'
import { spreadOf } from './statistics.ts'

const streams = 100

interface Streamed {
  readonly channels: readonly string[]
  readonly keywords: readonly string[]
}

/**
 * Starts the service over the archive in a folder, with every upstream down, and prints the time to first links of its
 * streams.
 */
export async function streamFromArchive(folder: string, { channels: names, keywords }: Streamed): Promise<void> {
  const channels = names.join()
  const settings = {
    DATA_DIR: folder,
    DISK_MB: '16384',
    CHANNELS: channels,
    ENABLED_PLUGINS: 'none',
    RATE_LIMITS: 'off',
  }
  const trawl = await startAsking('http://127.0.0.1:9', settings)
  try {
    const took: number[] = []
    for (let at = 0; at < streams; at += 1) {
      const kw = keywords[(at * 37) % keywords.length] ?? ''
      const ms = await firstLinks(`${trawl.url}/api/search/stream?${new URLSearchParams({ kw })}`)
      if (ms !== undefined) took.push(ms)
    }
    console.info(
      `  the service, every upstream down: from the request to the first links of a stream ${spreadOf(took)} ms, ${took.length} of ${streams} streams; goal p50 20 ms`,
    )
  } finally {
    await trawl.stop()
  }
}

async function firstLinks(url: string): Promise<number | undefined> {
  const began = performance.now()
  const leaving = new AbortController()
  const response = await fetch(url, { signal: leaving.signal })
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (!text.includes('event: links')) continue
    leaving.abort()
    return performance.now() - began
  }
  return undefined
}

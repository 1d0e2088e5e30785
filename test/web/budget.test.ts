// Size budget: script bytes of a first visit to each view until it shows its content, read from the build. `first-script.long.test.ts` shows
// in a browser that no other part is loaded before.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const built = join(import.meta.dirname, '../../web/dist')
const maxBytes = 45 * 1_000

const chunks = z
  .record(
    z.string(),
    z.object({
      file: z.string(),
      isEntry: z.boolean().optional(),
      imports: z.array(z.string()).optional(),
      dynamicImports: z.array(z.string()).optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(join(built, 'chunks.json'), 'utf8')))

/** A chunk and everything it imports statically. */
function neededFor(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue
    seen.add(name)
    neededFor(chunks[name]?.imports ?? [], seen)
  }
  return seen
}

function gzippedBytes(file: string): number {
  return gzipSync(readFileSync(join(built, file)), { level: 9 }).length
}

/** The scripts of the first load, including the one in the document head. */
function scriptsOf(views: readonly string[]): string[] {
  const entries = Object.keys(chunks).filter((name) => chunks[name]?.isEntry)
  const files = [...neededFor([...entries, ...views])].flatMap((name) => chunks[name]?.file ?? [])
  return ['theme.js', ...files.filter((file) => file.endsWith('.js'))]
}

describe('the first load', () => {
  it.each([
    ['/', ['src/search/search-view.tsx', 'src/search/welcome.tsx']],
    ['/?kw=', ['src/search/search-view.tsx', 'src/search/results.tsx']],
    ['/hot', ['src/hot/hot-view.tsx', 'src/hot/stories/stories-view.tsx']],
    ['/hot?topic=', ['src/hot/hot-view.tsx', 'src/hot/cards.tsx']],
    ['/watched', ['src/watches/watched-view.tsx', 'src/watches/watch-form.tsx']],
    ['/status', ['src/status/status-view.tsx', 'src/status/source-list.tsx']],
    ['/settings', ['src/settings/settings-view.tsx']],
  ])('of %s has at most 45 KB of script, gzipped', (_path, views) => {
    for (const view of views) expect(chunks).toHaveProperty([view])
    const scripts = scriptsOf(views).map((file) => [file, gzippedBytes(file)] as const)
    const total = scripts.reduce((sum, [, bytes]) => sum + bytes, 0)
    expect(total, scripts.map(([file, bytes]) => `${file} ${bytes}`).join('\n')).toBeLessThanOrEqual(maxBytes)
  })
})

// What a browser loads by itself until a view shows its content, and that the rest of the page follows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const built = join(import.meta.dirname, '../../web/dist')
const maxBytes = 45 * 1_000

const readers = useBrowser()
const trawl = serveAll()

const link = 'main a[href^="http"]'

/** Runs in the page: notes when the element that `selector` finds is first in the document. */
function noteContent(selector: string): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    performance.mark('content')
    watch.disconnect()
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** Runs in the page: the scripts that were asked for before and after the content was there. */
function readScripts() {
  const contentAt = performance.getEntriesByName('content')[0]?.startTime ?? 0
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  const pathsOf = (isBefore: boolean) =>
    scripts.flatMap(({ name, startTime }) => (startTime <= contentAt === isBefore ? new URL(name).pathname : []))
  return { contentAt, before: pathsOf(true), after: pathsOf(false) }
}

it.each([
  ['/', 'main fieldset'],
  ['/?kw=纸鹤', link],
  ['/hot', link],
  ['/hot?topic=all', link],
  ['/watched', 'main section h2'],
  ['/status', 'main section table'],
  ['/settings', 'main section fieldset'],
])(
  '%s loads at most 45 KB of script, gzipped, until it shows its content, and the header after that',
  async (path, content) => {
    await (await fetch(`${trawl.url}/api/v1/batch?sources=weibo,zhihu,douyin,baidu,toutiao&limit=1`)).arrayBuffer()
    // Stories are joined after their lists came; without one, a sentence is the content of /hot.
    await expect
      .poll(async () => (await (await fetch(`${trawl.url}/api/v1/trends?window=24h`)).json()).stories.length)
      .toBeGreaterThan(0)
    const { page } = await readers.open(trawl.url + path)
    await page.addInitScript(noteContent, content)
    await page.reload()
    await page.getByRole('button', { name: /^命令与设置/ }).waitFor()
    const { contentAt, before, after } = await page.evaluate(readScripts)
    expect(contentAt).toBeGreaterThan(0)
    expect(after.join()).toContain('header-tools')
    const sizes = ['/theme.js', ...before].map(
      (file) => [file, gzipSync(readFileSync(join(built, file)), { level: 9 }).length] as const,
    )
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
    expect(total, sizes.map(([file, bytes]) => `${file} ${bytes}`).join('\n')).toBeLessThanOrEqual(maxBytes)
  },
)

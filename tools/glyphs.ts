// Draws the characters of the invented titles for the posters of the stand-in, into standin/glyphs.json. Needs Chromium and Noto Serif CJK
// (`npm run setup:test`).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { worksOf } from '../standin/corpus/works.ts'
import { lettersOf } from '../standin/picture-hosts.ts'

/** Pixels of a side. */
const size = 40

/** Runs in the page: of each letter, how dark each pixel is, 0 to 3, four in a byte. */
function drawAll({ letters, size }: { readonly letters: readonly string[]; readonly size: number }): number[][] {
  const context = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true })
  if (context === null) return []
  context.font = `bold ${size * 0.9}px "Noto Serif CJK SC"`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  return letters.map((letter) => {
    context.clearRect(0, 0, size, size)
    context.fillText(letter, size / 2, size * 0.53)
    const levels = context.getImageData(0, 0, size, size).data.filter((_byte, at) => at % 4 === 3)
    return Array.from({ length: levels.length / 4 }, (_, at) =>
      [0, 1, 2, 3].reduce((byte, place) => byte | (Math.round((levels[4 * at + place] ?? 0) / 85) << (2 * place)), 0),
    )
  })
}

const titles = [1, 2, 3, 4, 5].flatMap((seed) => worksOf(seed)).map(({ title }) => title)
const letters = [...new Set(titles.flatMap((title) => lettersOf(title).flat()))].toSorted()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  const drawn = await page.evaluate(drawAll, { letters, size })
  const glyphs = letters.map((letter, at) => [letter, Buffer.from(drawn[at] ?? []).toString('base64')])
  writeFileSync(
    join(import.meta.dirname, '../standin/glyphs.json'),
    `${JSON.stringify(Object.fromEntries(glyphs), null, 2)}\n`,
  )
} finally {
  await browser.close()
}

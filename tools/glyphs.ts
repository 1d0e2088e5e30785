// Draws the characters of the invented titles for the posters of the stand-in, into standin/glyphs.json. Needs Chromium and Noto Serif CJK
// (`npm run setup:test`).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import * as vocabulary from '../standin/corpus/vocabulary.ts'
import workTitles from '../standin/hot/work-titles.json' with { type: 'json' }

interface Drawing {
  readonly width: number
  readonly height: number
  /** How dark each pixel is, 0 to 3, four in a byte. */
  readonly bytes: readonly number[]
}

/** Runs in the page. Chinese characters are squares; letters of English are smaller, and as wide as they are. */
function drawAll(letters: readonly string[]): Drawing[] {
  const context = new OffscreenCanvas(48, 48).getContext('2d', { willReadFrequently: true })
  if (context === null) return []
  context.textBaseline = 'alphabetic'
  return letters.map((letter) => {
    const isHan = /\p{Script=Han}/u.test(letter)
    const height = isHan || letter === '·' ? 36 : 27
    context.font = isHan ? 'bold 34px "Noto Serif CJK SC"' : 'bold 23px "Noto Serif CJK SC"'
    const width = isHan ? 36 : Math.ceil(context.measureText(letter).width)
    context.clearRect(0, 0, 48, 48)
    context.fillText(letter, (width - context.measureText(letter).width) / 2, height === 36 ? 30 : 20)
    const levels = context.getImageData(0, 0, width, height).data.filter((_byte, at) => at % 4 === 3)
    const bytes = Array.from({ length: Math.ceil(levels.length / 4) }, (_, at) =>
      [0, 1, 2, 3].reduce((byte, place) => byte | (Math.round((levels[4 * at + place] ?? 0) / 85) << (2 * place)), 0),
    )
    return { width, height, bytes }
  })
}

const { fixedTitles, chineseFirst, chineseSecond, englishFirst, englishSecond } = vocabulary
const ofLists = Object.values(workTitles).flatMap(({ fixed, first, joint, second }) => [
  ...fixed,
  ...first,
  joint,
  ...second,
])
const texts = [fixedTitles, chineseFirst, chineseSecond, englishFirst, englishSecond, ofLists, '的与· '].flat()
const letters = [...new Set(texts.join(''))].toSorted()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  const drawn = await page.evaluate(drawAll, letters)
  const glyphs = drawn.map(({ bytes, ...size }, at) => [
    letters[at],
    { ...size, bits: Buffer.from(bytes).toString('base64') },
  ])
  writeFileSync(
    join(import.meta.dirname, '../standin/glyphs.json'),
    `${JSON.stringify(Object.fromEntries(glyphs), null, 2)}\n`,
  )
} finally {
  await browser.close()
}

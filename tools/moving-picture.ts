// The moving picture of README.md: type, works stream in, open one, copy a link.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** Slow enough to see works arrive. Nothing fails: every run shows the same. */
export const unhurried = { medianMs: 400, p95Ms: 1_800, hangShare: 0, errorShare: 0, errors: [] }

/** Waits for pending content, up to a limit. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)
}

/** Waits for the first posters. */
async function posters(page: Page): Promise<void> {
  await page.locator('main img').nth(2).waitFor()
  await settle(page)
}

/** Seconds that the search takes in the picture, however busy the machine is. */
const searchSeconds = 4.5

/** @throws Error that says how to install ffmpeg where it is missing. */
export function requireFfmpeg(): void {
  if (spawnSync('ffmpeg', ['-version']).error)
    throw new Error('ffmpeg is missing, which makes the moving picture: apt-get install ffmpeg')
}

interface Frame {
  readonly image: Buffer
  readonly seconds: number
}

/** Records the page, which shows `/`, and writes a GIF of about 15 seconds. */
export async function recordSearch(page: Page, file: string): Promise<void> {
  const frames: Frame[] = []
  const hold = async (seconds: number) => {
    frames.push({ image: await page.screenshot({ caret: 'initial' }), seconds })
  }
  const pointer = await createPointer(page, () => hold(0.05))
  await posters(page)
  await hold(1.2)
  for (const letter of '纸鹤') {
    await page.keyboard.insertText(letter)
    await hold(0.4)
  }
  await page.keyboard.press('Enter')
  frames.push(...(await followSearch(page)))
  await hold(1)
  await pointer.press(page.getByRole('button', { name: '纸鹤与灯塔', exact: true }))
  await page.getByRole('dialog').locator('img').waitFor()
  await hold(2.5)
  await pointer.press(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^(?:复制.+的链接|Copy the link of)/ })
      .first(),
  )
  await page.getByText(/^已复制|copied$/).waitFor()
  await hold(2.5)
  encode(frames, file)
}

/** A frame for each change that a screenshot catches, until the search has ended. */
async function followSearch(page: Page): Promise<Frame[]> {
  const shots: { readonly image: Buffer; readonly at: number }[] = []
  const shoot = async () => void shots.push({ image: await page.screenshot(), at: performance.now() })
  await page.getByRole('progressbar').waitFor()
  while ((await page.getByRole('progressbar').count()) > 0) await shoot()
  await posters(page)
  await shoot()
  const [begin = 0, end = 0] = [shots[0]?.at, shots.at(-1)?.at]
  return shots.slice(0, -1).map(({ image, at }, index) => {
    const share = ((shots[index + 1]?.at ?? end) - at) / (end - begin)
    return { image, seconds: searchSeconds * share }
  })
}

/** A drawn mouse pointer: screenshots have none. It is a popover, so that it stays above dialogs. */
async function createPointer(page: Page, moved: () => Promise<void>) {
  await page.evaluate(() => {
    const pointer = document.createElement('div')
    pointer.id = 'pointer'
    pointer.popover = 'manual'
    pointer.style.cssText = 'position:fixed;inset:auto;margin:0;padding:0;border:0;background:none;pointer-events:none'
    const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    drawing.setAttribute('viewBox', '0 0 22 30')
    drawing.setAttribute('width', '22')
    for (const [name, value] of Object.entries({
      d: 'M2 2v21l5-5 4 9 4-2-4-8h7z',
      stroke: '#fff',
      'stroke-width': '2',
    }))
      arrow.setAttribute(name, value)
    drawing.append(arrow)
    pointer.append(drawing)
    document.body.append(pointer)
  })
  let [left, top] = [560, 480]
  const show = (x: number, y: number) =>
    page.evaluate(
      ({ x, y }) => {
        const pointer = document.getElementById('pointer')
        if (pointer === null) return
        pointer.hidePopover()
        pointer.style.left = `${x}px`
        pointer.style.top = `${y}px`
        pointer.showPopover()
      },
      { x, y },
    )
  return {
    /** Moves onto an element and clicks. */
    async press(target: Locator): Promise<void> {
      const box = await target.boundingBox()
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
      for (const part of [0, 0.15, 0.5, 0.85, 1]) {
        await show(left + (x - left) * part, top + (y - top) * part)
        await moved()
      }
      ;[left, top] = [x, y]
      await page.mouse.click(x, y)
      await show(x, y)
    },
  }
}

function encode(frames: readonly Frame[], file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-frames-'))
  try {
    const lines = frames.map(({ image, seconds }, at) => {
      writeFileSync(join(folder, `${at}.png`), image)
      return `file ${at}.png\nduration ${seconds.toFixed(3)}`
    })
    // The duration of the last one counts only before another file.
    writeFileSync(join(folder, 'frames.txt'), [...lines, `file ${frames.length - 1}.png`].join('\n'))
    // One palette for all frames, and no dithering: type stays sharp.
    const filter = '[0:v]split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle'
    const input = ['-f', 'concat', '-i', join(folder, 'frames.txt'), '-filter_complex', filter, '-fps_mode', 'vfr']
    execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...input, file], { stdio: 'inherit' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

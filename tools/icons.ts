// Renders the page's icons as images from web/public/icon.svg. Needs Chromium (`npm run setup:test`).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const folder = join(import.meta.dirname, '../web/public')

interface Icon {
  readonly file: string
  /** Pixels. */
  readonly size: number
  /** Systems crop a maskable icon: the background reaches the edges, and the drawing stays in the middle. */
  readonly isMaskable: boolean
}

const icons: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, isMaskable: false },
  { file: 'icon-512.png', size: 512, isMaskable: false },
  { file: 'icon-maskable.png', size: 512, isMaskable: true },
]

/** Share of a maskable icon that the drawing fills; only a circle of 80 % is sure to be visible. */
const drawnShare = 0.8

function documentOf(drawing: string, { size, isMaskable }: Icon): string {
  const ground = isMaskable ? /<rect[^>]*fill="([^"]+)"/.exec(drawing)?.[1] : 'transparent'
  if (ground === undefined) throw new Error('icon.svg has no ground whose colour a maskable icon could go on with')
  const drawn = isMaskable ? size * drawnShare : size
  return `<style>
    body { margin: 0; width: ${size}px; height: ${size}px; display: grid; place-items: center; background: ${ground} }
    svg { width: ${drawn}px; height: ${drawn}px }
  </style>${drawing}`
}

async function draw(browser: Browser, drawing: string, icon: Icon): Promise<void> {
  const page = await browser.newPage({ viewport: { width: icon.size, height: icon.size } })
  await page.setContent(documentOf(drawing, icon))
  writeFileSync(join(folder, icon.file), await page.screenshot({ omitBackground: true }))
  await page.close()
}

async function run(): Promise<void> {
  const drawing = readFileSync(join(folder, 'icon.svg'), 'utf8')
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    for (const icon of icons) await draw(browser, drawing, icon)
  } finally {
    await browser.close()
  }
}

await run()

// Shows on a page what `trawl search` prints on a terminal, for a picture of it.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

const command = join(import.meta.dirname, '../bin/trawl.js')
const characterPx = 8
const linePx = 20
const paddingPx = 12

/** The classes of the codes that the program uses (ECMA-48, select graphic rendition). */
const classes: ReadonlyMap<string, string> = new Map([
  ['1', 'bold'],
  ['2', 'faint'],
  ['31', 'red'],
  ['32', 'green'],
  ['33', 'yellow'],
  ['36', 'cyan'],
])

const style = `
:root { color-scheme: light dark }
body { margin: ${paddingPx}px; background: light-dark(#fff, #16181d); color: light-dark(#1c1e21, #d8dadf) }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/${linePx}px 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace }
.bold { font-weight: bold }
.faint { opacity: 0.65 }
.red { color: light-dark(#b3261e, #ff8a80) }
.green { color: light-dark(#1b7f3b, #6fd58b) }
.yellow { color: light-dark(#8a6100, #f2c14e) }
.cyan { color: light-dark(#006b80, #62c8dd) }
`

/** Searches for 纸鹤 with the service of the page, in a terminal as large as the page, and shows what is printed. */
export async function showTerminal(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const columns = Math.floor((width - 2 * paddingPx) / characterPx)
  // One line for the command.
  const rows = Math.floor((height - 2 * paddingPx) / linePx) - 1
  const typed = 'trawl search 纸鹤'
  const { origin } = new URL(page.url())
  const program = `TERM=xterm-256color FORCE_HYPERLINK=0 ${process.execPath} ${command}`
  const run = `stty cols ${columns} rows ${rows}; ${typed.replace('trawl', program)} --url ${origin} 2>/dev/null`
  // `script` gives the program a terminal.
  const { stdout } = await promisify(execFile)('script', ['-qec', run, '/dev/null'])
  await page.goto('about:blank')
  await page.setContent(`<style>${style}</style><pre><span class="faint">$</span> ${typed}\n${toHtml(stdout)}</pre>`)
}

function toHtml(text: string): string {
  const [plain = '', ...pieces] = text.replaceAll('\r', '').split('\u001b[')
  const current = new Set<string>()
  const spans = pieces.map((piece) => {
    const end = piece.indexOf('m')
    const found = classes.get(piece.slice(0, end))
    // All other codes end a style; the program never uses two at once.
    if (found === undefined) current.clear()
    else current.add(found)
    return `<span class="${[...current].join(' ')}">${escaped(piece.slice(end + 1))}</span>`
  })
  return escaped(plain) + spans.join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

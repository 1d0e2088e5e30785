// Chromium as Debian has it, started without a window; for tests, screenshots and benchmarks of the page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { systemPath } from '../deploy/system-path.ts'

/** Starts one. Whoever starts it closes it. @throws a sentence when there is none on this machine. */
export function launchChromium(): Promise<Browser> {
  const executablePath = pathOf('chromium')
  if (!executablePath) throw new Error('Chromium is missing: npm run setup:test brings it.')
  // Its own walls do not work for root, as whom containers run.
  const isRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
}

function pathOf(command: string): string | undefined {
  const paths = systemPath.split(':').map((folder) => join(folder, command))
  return paths.find((path) => existsSync(path))
}

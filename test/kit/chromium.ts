// Starts Debian's Chromium without a window, for tests, screenshots and benchmarks of the page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { systemPath } from '../deploy/system-path.ts'

/** Starts Chromium; the caller closes it. @throws a readable error when Chromium is missing. */
export function launchChromium(): Promise<Browser> {
  const executablePath = pathOf('chromium')
  if (!executablePath) throw new Error('Chromium is missing: npm run setup:test brings it.')
  // The Chromium sandbox does not work for root, and containers run as root.
  const isRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
}

function pathOf(command: string): string | undefined {
  const paths = systemPath.split(':').map((folder) => join(folder, command))
  return paths.find((path) => existsSync(path))
}

// Events of the search view that tests wait for.
import type { Page } from 'playwright-core'
import { soon } from './browser.ts'

/** Waits until the search has ended and what it found is shown. The progress bar is no sign of it: before the search it is not there either. */
export async function searchEnded(page: Page): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^(?:搜索结束|Done: )/ })
    .waitFor()
}

/** Waits until the browser has stored a search among the recent ones: that code is loaded beside the results. */
export async function searchStored(page: Page, keyword: string): Promise<void> {
  await soon(() => page.evaluate(() => localStorage.getItem('trawl.history'))).toContain(keyword)
}

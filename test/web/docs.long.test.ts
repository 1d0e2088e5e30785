// The API reference page: layout on phone and desktop, light and dark, and no requests to other hosts.
import { describe, expect, it } from 'vitest'
import { soon, useBrowser } from '../kit/browser.ts'
import { serveAll } from '../kit/process.ts'

const trawl = serveAll({ ENABLED_SOURCES: 'weibo' })
const readers = useBrowser()

describe('the page of the API', () => {
  it.each([
    { screen: { width: 1280, height: 900 }, theme: 'light', mode: 'light-mode' },
    { screen: { width: 390, height: 844 }, theme: 'dark', mode: 'dark-mode' },
  ] as const)(
    'tells what can be asked, as wide as the screen, in the reader’s theme: $mode',
    async ({ mode, ...options }) => {
      const { page } = await readers.open(`${trawl.url}/docs`, { ...options, language: 'en' })
      await soon(() => page.locator('h1').first().textContent()).toContain('Trawl')
      await soon(() => page.locator('body').getAttribute('class')).toContain(mode)
      expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
      await soon(() => page.getByText('Search for links').count()).toBeGreaterThan(0)
    },
  )

  it('opens at one operation, with its parameters and an example of its answer', async () => {
    const { page } = await readers.open(`${trawl.url}/docs#tag/links/GET/api/search`, { language: 'en' })
    const heading = page.getByRole('heading', { name: 'Search for links', exact: true }).first()
    await soon(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThan(0)
    const shown = () => page.locator('main').innerText()
    await soon(shown).toContain('cloud_types')
    await soon(shown).toContain('merged_by_type')
  })

  it('is one press away from the view of status', async () => {
    const { page } = await readers.open(`${trawl.url}/status`, { language: 'en' })
    await page.getByRole('link', { name: 'The API' }).click()
    await soon(() => page.locator('h1').first().textContent()).toContain('Trawl')
    expect(page.url()).toBe(`${trawl.url}/docs`)
  })
})

// Locators of the hot-list board.
import type { Locator, Page } from 'playwright-core'

/** On a phone, a list has a card in each of its tabs. */
export function tab(page: Page, name: string) {
  return page.getByRole('region', { name })
}
export function card(page: Page | Locator, name: string) {
  return page.getByRole('article', { name })
}
export function items(list: Locator) {
  return list.getByRole('listitem')
}
export function headline(list: Locator, at: number) {
  return items(list).nth(at).locator('a[target=_blank]')
}
export function namesOf(page: Page) {
  return page.getByRole('article').getByRole('heading').allTextContents()
}

export async function menu(page: Page, name: string, action: string): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /的更多操作$/ })
    .click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

/** Lists are loaded when they come near the viewport. */
export async function untilThere(list: Locator): Promise<void> {
  await list.scrollIntoViewIfNeeded()
  await items(list).nth(7).waitFor()
}

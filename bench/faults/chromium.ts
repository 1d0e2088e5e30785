// Shows faults to a reader in Chromium: what the search, the board, a link check and the pictures say, and that all are right again afterwards.
import { join } from 'node:path'
import type { Browser, Page, Request, Response } from 'playwright-core'
import { z } from 'zod'
import { type FaultCase, kinds, late, pictureHosts } from './kinds.ts'
import { isUnknowable, minute, trouble } from './run-fault.ts'
import { keyword } from './views.ts'
import { type Certificates, startWorld, type World } from './world.ts'

/** What the page said of a fault. */
export interface PageCell {
  readonly fault: string
  readonly view: keyof typeof looks
  /** The kinds of failures that were named, by how many sources each. */
  readonly shown: string
  readonly ms: number
  /** What is wrong; empty if the cell is right. */
  readonly wrong: readonly string[]
}

const patienceMs = 60_000

/** What a reader sees: kinds of failures by the number of sources, and whether anything else is shown. */
interface Shown {
  readonly failures: ReadonlyMap<string, number>
  readonly hasItems: boolean
}

const messages = z.looseObject({ en: z.looseObject({ kinds: z.record(z.string(), z.unknown()) }) })
const title = z.union([z.string(), z.looseObject({ title: z.string() }).transform((one) => one.title)])

/** The words of the page for each kind; its files are for browsers, so they are read when the program runs. */
async function wordsOf(file: string, name: string): Promise<ReadonlyMap<string, string>> {
  const read = z.record(z.string(), z.unknown()).parse(await import(join(import.meta.dirname, '../../web/src', file)))
  const { en } = messages.parse(read[name])
  return new Map(Object.entries(en.kinds).map(([kind, words]) => [title.parse(words), kind]))
}

/**
 * The heading of a group of problems counts its sources; of those that are only late, the text does. Of an answer in part, each source says what
 * the part failed of.
 */
function failuresIn(text: string, words: ReadonlyMap<string, string>): string[] {
  const [, heading = text, counted] = /^(.*?)(?: · (\d+).*)?\n/.exec(text) ?? []
  const kind = words.get(heading.trim()) ?? heading
  const count = counted ?? /(\d+) of \d+ sources/.exec(text)?.[1] ?? '1'
  if (kind !== 'source_partial') return Array.from({ length: Number(count) }, () => kind)
  return Array.from(text.matchAll(/a part is missing; (\w+)/g), ([, part = kind]) => part)
}

async function lookAtSearch(page: Page, url: string): Promise<Shown> {
  const words = await wordsOf('search/problem-messages.ts', 'problemMessages')
  await page.goto(`${url}/?view=links&kw=${encodeURIComponent(keyword)}`)
  await page.getByText(/^Done: \d/).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^Sources \d+\/\d+/ }).click()
  const groups = page.getByRole('dialog').locator('section')
  await groups.or(page.getByText('No source failed.')).first().waitFor()
  const failures = (await groups.allInnerTexts()).flatMap((text) => failuresIn(text, words))
  await page.keyboard.press('Escape')
  const hasItems = (await page.getByRole('region', { name: 'Results' }).getByRole('listitem').count()) > 0
  return { failures: countEach(failures), hasItems }
}

function countEach(kinds: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]))
}

async function lookAtBoard(page: Page, url: string): Promise<Shown> {
  const words = await wordsOf('hot/messages.ts', 'hotMessages')
  await page.goto(`${url}/hot?topic=all`)
  const cards = page.getByRole('article')
  await cards.first().waitFor()
  const failures: string[] = []
  let hasItems = false
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded()
    // An item, or the button that asks a failed list again.
    await card
      .getByRole('listitem')
      .or(card.getByRole('button', { name: 'Try again' }))
      .first()
      .waitFor()
    const text = await card.innerText()
    const kind = [...words].find(([words]) => text.includes(words))?.[1]
    if (kind !== undefined) failures.push(kind)
    else if ((await card.getByRole('listitem').count()) > 0) hasItems = true
  }
  return { failures: countEach(failures), hasItems }
}

/** The state that is shown of a share that is pasted into the search box. */
async function pastedState(page: Page, url: string, share: string): Promise<string> {
  await page.goto(`${url}/?kw=${encodeURIComponent(share)}`)
  const pasted = page.getByRole('status').filter({ hasText: 'The share that you pasted' })
  return await pasted.getByText(/^(?:Alive|Dead|Locked|Unknown)$/).innerText()
}

async function lookAtCheck(page: Page, url: string): Promise<Shown> {
  const [kind] = kinds.filter(({ group }) => group === 'check')
  if (!kind) throw new Error('no kind is a link check')
  const state = await pastedState(page, url, kind.id)
  const failures = state === 'Alive' ? [] : [state === 'Unknown' ? unnamed : state]
  return { failures: countEach(failures), hasItems: (await pastedState(page, url, kind.well)) === 'Alive' }
}

async function lookAtPictures(page: Page, url: string): Promise<Shown> {
  const asked = new Map<Request, boolean | undefined>()
  const isPicture = (request: Request) => request.url().includes('/api/v1/picture?')
  const begin = (request: Request) => void (isPicture(request) && asked.set(request, undefined))
  const end = (request: Request, isShown: boolean) => void (asked.has(request) && asked.set(request, isShown))
  const respond = (response: Response) => end(response.request(), response.ok())
  const fail = (request: Request) => end(request, false)
  page.on('request', begin).on('response', respond).on('requestfailed', fail)
  try {
    await page.goto(`${url}/?kw=${encodeURIComponent(keyword)}`)
    const cards = page.locator('[data-row]')
    await cards.first().waitFor()
    const images = cards.locator('img')
    // A work whose picture is not there shows its first character at once.
    const isSettled = async () => {
      const shown = [...asked.values()].filter((isShown) => isShown).length
      return asked.size > 0 && ![...asked.values()].includes(undefined) && (await images.count()) === shown
    }
    for (const end = Date.now() + patienceMs; !(await isSettled()); await page.waitForTimeout(100))
      if (Date.now() > end) throw new Error(`${asked.size} pictures were asked for, ${await images.count()} are shown`)
    const hasFailed = [...asked.values()].includes(false)
    return { failures: countEach(hasFailed ? [unnamed] : []), hasItems: (await cards.count()) > 0 }
  } finally {
    page.off('request', begin).off('response', respond).off('requestfailed', fail)
  }
}

/** What the page shows of a failure whose kind it does not name: a share of unknown state, a character in place of a picture. */
const unnamed = 'failed'

const looks = { search: lookAtSearch, board: lookAtBoard, check: lookAtCheck, pictures: lookAtPictures } as const
const groups = { search: 'search', board: 'lists', check: 'check', pictures: 'picture' } as const

function judge({ failures, hasItems }: Shown, view: PageCell['view'], fault: FaultCase): string[] {
  const failing = kinds.filter((kind) => kind.group === groups[view] && !isUnknowable(kind, fault)).length
  const named = [...failures.values()].reduce((sum, count) => sum + count, 0)
  const mayFail = fault.failures.some((kind) => kind !== 'answered')
  const strange = [...failures.keys()].filter(
    (kind) => !fault.failures.includes(kind) && !(kind === unnamed && mayFail),
  )
  const isCounted = named === failing || (named < failing && fault.failures.includes('answered'))
  return [
    ...(isCounted ? [] : [`${named} failures are named of ${failing}`]),
    ...strange.map((kind) => `named ${kind}, not ${fault.failures.join(' or ')}`),
    ...(hasItems ? [] : ['nothing is shown of the other source']),
  ]
}

/** Looks again, at most three times, while a busy machine may be to blame: nothing was shown in time, or only that something is late. */
async function lookPatiently(
  look: () => Promise<Shown>,
  isFine: (shown: Shown) => boolean,
  pause: () => Promise<void>,
) {
  for (let left = 3; ; left -= 1) {
    const shown = await look().catch(
      (error: unknown): Shown => ({ failures: new Map([[`${error}`, 1]]), hasItems: false }),
    )
    if (left === 0 || isFine(shown)) return shown
    await pause()
  }
}

async function runView(world: World, page: Page, fault: FaultCase, view: PageCell['view']): Promise<PageCell> {
  const look = () => looks[view](page, world.url)
  const isTimely = ({ failures, hasItems }: Shown) =>
    hasItems && [...failures.keys()].every((kind) => fault.failures.includes(kind) || !late.includes(kind))
  const places = view === 'pictures' ? pictureHosts.map((host) => ({ host })) : kinds
  await trouble(world, fault, places)
  const start = performance.now()
  const seen = await lookPatiently(look, isTimely, async () => undefined)
  const ms = performance.now() - start
  await trouble(world, fault, [])
  const later = () => world.advance(35 * minute)
  await later()
  const { failures: left, hasItems } = await lookPatiently(
    look,
    (shown) => shown.hasItems && shown.failures.size === 0,
    later,
  )
  const after = left.size > 0 || !hasItems ? [`not right again: ${[...left.keys()].join(', ') || 'nothing'}`] : []
  const shown = [...seen.failures].map(([kind, count]) => `${kind} × ${count}`).join(', ') || 'nothing'
  return { fault: fault.name, view, shown, ms, wrong: [...judge(seen, view, fault), ...after] }
}

/** Shows one fault in all views, of a service of its own. */
export async function runPages(
  fault: FaultCase,
  browser: Browser,
  { certificates, seed }: { readonly certificates: Certificates; readonly seed: number },
): Promise<PageCell[]> {
  const world = await startWorld(certificates, seed)
  const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' })
  context.setDefaultTimeout(patienceMs)
  try {
    const page = await context.newPage()
    const cells: PageCell[] = []
    // Pictures come last: they need an answer to the search, which is cached then.
    for (const view of ['board', 'search', 'check', 'pictures'] as const)
      cells.push(await runView(world, page, fault, view))
    return cells
  } finally {
    await context.close()
    await world.stop()
  }
}

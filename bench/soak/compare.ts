// Compares a soaked service with a new one, in calm weather: what the new one finds, the other has to find.
import { setTimeout as pause } from 'node:timers/promises'
import { failuresIn, keyOf, sharesIn } from './uses.ts'

/** A source that bad weather made the service pause is asked again after five minutes; a pause after repeated failures may be longer. */
const patienceMs = 12 * 60_000
const everyMs = 30_000
/** Searches a copy of a catalogue that is fetched once a day, so it does not know the works of the latest stand-in; the new service does. */
const copiedDaily = 'plugin:academictorrents'

/** What is missing of one keyword: a sentence for each share that no failure explains, and the number of shares that one does explain. */
interface Missing {
  readonly found: number
  readonly unexplained: readonly string[]
  readonly explained: number
}

async function compareKeyword(kw: string, soaked: string, fresh: string): Promise<Missing> {
  const ext = JSON.stringify({ deadline_ms: 30_000, details: true })
  const path = `/api/search?${new URLSearchParams({ kw, conc: '128', refresh: 'true', ext })}`
  const textOf = async (url: string) => (await fetch(url + path)).text()
  const [wanted, had] = [await textOf(fresh), await textOf(soaked)]
  const keys = new Set(sharesIn(had).map(({ url }) => keyOf(url)))
  const failures = failuresIn(had)
  const shares = sharesIn(wanted).filter(({ sources }) => sources.some((source) => source !== copiedDaily))
  const missing = shares.filter(({ url }) => !keys.has(keyOf(url)))
  const unexplained = missing.filter(({ sources }) =>
    sources.some((source) => source !== copiedDaily && !failures.has(source)),
  )
  return {
    found: shares.length,
    unexplained: unexplained.map(
      ({ url, sources }) => `${kw}: ${url} of ${sources.join(', ')} is missing, and nothing says why`,
    ),
    explained: missing.length - unexplained.length,
  }
}

/**
 * Asks both the same. A share may be missing only as long as the answer names its sources as failed, and not for ever: such a keyword is asked
 * again until its shares are there.
 */
export async function compareAnswers(soaked: string, fresh: string, keywords: readonly string[]) {
  const began = Date.now()
  const problems: string[] = []
  const told = { found: 0, explained: 0 }
  let left = keywords
  for (let round = 0; left.length > 0 && Date.now() - began < patienceMs; round += 1) {
    if (round > 0) await pause(everyMs)
    const again: string[] = []
    for (const kw of left) {
      const { found, unexplained, explained } = await compareKeyword(kw, soaked, fresh)
      problems.push(...unexplained)
      if (explained > 0) again.push(kw)
      if (round > 0) continue
      told.found += found
      told.explained += explained
    }
    left = again
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  problems.push(
    ...left.map((kw) => `${kw}: shares of failed sources are missing after ${minutes} minutes of calm weather`),
  )
  const later = told.explained > 0 && left.length === 0 ? `, all there after ${minutes} minutes` : ''
  const sentence = `${told.found} shares that a new service finds for ${keywords.length} keywords; ${told.explained} missing at first, of sources named as failed${later}`
  return { sentence, problems }
}

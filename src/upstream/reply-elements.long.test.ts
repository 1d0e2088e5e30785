// Every source over its fixtures, with more elements in each reply than are read.
import { expect, it } from 'vitest'
import { checkAsks, listAsks, searchAsks } from '../../test/kit/replay.ts'
import { maxElements } from './reply-elements.ts'

const values = `[${'{},'.repeat(maxElements.members)}{}]`
const tags = '<p>'.repeat(maxElements.tags + 1)

function inflated(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString()
  const isMarkup = /^\s*</.test(text)
  return Buffer.from(
    isMarkup ? text.replace(/<body[^>]*>|<channel>|<\w[^>]*>/, `$&${tags}`) : text.replace(/[[{]/, `$&${values},`),
  )
}

it.each([
  ['links', searchAsks, 60],
  ['lists', listAsks, 350],
  ['checks', checkAsks, 150],
])('a source of %s refuses such a reply before it looks at its rows', async (_what, asksOf, minRefused) => {
  const details: string[] = []
  // In an encrypted reply there is nothing that could be more.
  const readable = (await asksOf()).filter(({ exchanges }) =>
    exchanges.some(({ body }) => /[[{<]/.test(Buffer.from(body).toString())),
  )
  for (const ask of readable) {
    const { outcome } = await ask.ask(ask.exchanges.map((one) => ({ ...one, body: inflated(one.body) })))
    details.push(outcome.failure?.detail ?? '')
  }
  const refused = details.filter((detail) => / has \d+ (?:tags|members); at most \d+ are read$/.test(detail))
  // The others have no such reply, or their first upstream fails otherwise.
  expect(refused.length).toBeGreaterThan(minRefused)
  expect(details.filter((detail) => /can be read|invalid input/i.test(detail))).toEqual([])
})

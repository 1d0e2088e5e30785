// After a search that found nothing: titles that the server knows and that are like the keyword.
import type { Client } from '../../../client/client.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { type Terminal, terminalColumns, writeFlushed } from '../terminal/terminal.ts'
import { wrapText } from '../terminal/text-width.ts'
import { terminalWords } from '../terminal/words.ts'

const maxTitles = 5
const maxKeywordCharacters = 100

interface TitleSession {
  readonly client: Pick<Client, 'suggest'>
  readonly terminal: Pick<Terminal, 'err' | 'env' | 'interrupted'>
}

/** Writes the titles, if there are any; a server without suggestions has none. Never rejects for a server that fails. */
export async function writeSimilarTitles(kw: string, { client, terminal }: TitleSession): Promise<void> {
  const { err, env, interrupted } = terminal
  const query = { q: kw.slice(0, maxKeywordCharacters), limit: maxTitles }
  const answer = await client.suggest(query, { signal: interrupted }).catch(() => undefined)
  const titles = answer?.suggestions.map(({ title }) => title) ?? []
  if (titles.length === 0) return
  const lines = wrapText(sanitizeText(terminalWords(env).knownTitles(titles.join(' · '))), terminalColumns(err, env))
  await writeFlushed(err, `${lines.join('\n')}\n`)
}

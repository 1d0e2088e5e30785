// `trawl trends` and `trawl risers`: stories that several platforms report, and the items that gained the most ranks.

import { columns } from '../../contract/columns.ts'
import { windowNames } from '../../contract/time-windows.ts'
import { formatRisers, formatStories } from '../terminal/format-stories.ts'
import { printAnswer } from '../terminal/screen.ts'
import { oneOf, serverCommand, sharedHelp, someOf, wholeNumber, yes } from './command.ts'

const defaultLimit = 20
const maxLimit = 100

const shared = { window: oneOf(...windowNames), limit: wholeNumber(1, maxLimit), urls: yes, json: yes }
function takesNoWords(word: string): string {
  return `unexpected word ${word}; this command takes flags only`
}

function helpEnd(noun: string, note: string): string {
  return `  --limit ${defaultLimit}          ${noun}, 1 to ${maxLimit}
  --urls              print the URL of each item on a line of its own
${sharedHelp}

  ${note}
  Exit status: 0; 1 there is none; 2 wrong usage, or no answer from the server.`
}

export const trends = serverCommand({
  help: `Shows stories that several platforms report: the same event on their hot lists, the most widespread first.

  trawl trends
  trawl trends --window 3h --column tech

  --window 24h        only what was reported within this time: ${windowNames.join(', ')}
  --column tech       only stories of these columns: ${columns.slice(0, 5).join(', ')},
                      ${columns.slice(5).join(', ')}
${helpEnd('stories', 'Only lists that the server has take part; trawl hot makes it ask for them.')}`,
  flags: { ...shared, column: someOf(columns) },
  takesNoWords,
  options: (values) => values,
  async run({ urls: hasUrls, json, limit = defaultLimit, ...query }, session) {
    const { client, terminal, screen } = session
    const answer = await client.trends({ ...query, limit }, { signal: terminal.interrupted })
    await printAnswer(session, { json, answer }, () => ({
      lines: formatStories(answer.stories, { ...screen, hasUrls }),
      summary: answer.total > 0 ? screen.words.storiesOf(answer.count, answer.total) : screen.words.noStories,
    }))
    return answer.stories.length > 0 ? 0 : 1
  },
})

export const risers = serverCommand({
  help: `Shows the items of all hot lists that gained the most ranks.

  trawl risers
  trawl risers --window 6h --limit 10

  --window 1h         gained within this time: ${windowNames.join(', ')}
${helpEnd('items', 'The server must keep a history of the lists.')}`,
  flags: shared,
  takesNoWords,
  options: (values) => values,
  async run({ urls: hasUrls, json, limit = defaultLimit, window }, session) {
    const { client, terminal, screen } = session
    const answer = await client.risers({ window, limit }, { signal: terminal.interrupted })
    await printAnswer(session, { json, answer }, () => ({
      lines: formatRisers(answer.risers, { ...screen, hasUrls }),
      summary: screen.words.risersOf(answer.count, answer.total),
    }))
    return answer.risers.length > 0 ? 0 : 1
  },
})

// The help of `trawl doctor`; apart from the command, which loads all sources.

/** States of a source, the worst last. */
export const states = ['answers', 'empty', 'closed', 'unasked', 'blocked', 'dead', 'gone', 'drifted'] as const
export type SourceState = (typeof states)[number]

/** The meaning of each state, for people. */
export const stateMeanings: Readonly<Record<SourceState, string>> = {
  answers: 'returns items with every field that the fixture has',
  empty: 'returns a valid answer without items',
  closed: 'reports that it is closed at this hour',
  unasked: 'did not answer before the time limit of the run or Ctrl+C',
  blocked: '401, 403, 429 or a challenge page; or requests to its host are paused after one',
  dead: 'timeout, no connection, or 5xx',
  gone: 'the channel does not exist or has no preview',
  drifted: 'the reply does not match the parser, or lacks a field that the fixture always has',
}

/** Default keywords, found on nearly every site: a book with film versions, and a common topic of courses and software. */
export const defaultKeywords: readonly string[] = ['三体', 'linux']

const meanings = states.map((state) => `    ${state.padEnd(10)} ${stateMeanings[state]}`).join('\n')

export const doctorHelp = `Asks every source once, live, and reports the state of each. Uses the settings of the service and stores nothing.

  trawl doctor                          all enabled sources
  trawl doctor weibo labi 'acfun*'      only these: ids, plugins, channels (tg:name), families, prefixes of ids;
                                        for declared lists also what each key found in three rows

  --only search|lists   only plugins and channels, or only hot lists
  --all                 also disabled sources
  --kw WORD             keyword for plugins; may be repeated: the next one is tried if nothing is found
                        (default: ${defaultKeywords.join(', then ')}); channels are asked for their latest posts
  --timeout-s 240       time limit of the whole run in seconds, 1 to 3600
  --json                print one JSON document instead of the table
  --help                show this text

  In a clone of the repository \`npm run doctor\` does the same, and compares the replies of drifted sources with the fixtures.

  States of a source:
${meanings}

  Exit status: 0 every source answers, is empty or closed; 1 a source is drifted, gone, dead, blocked or
  unasked; 2 invalid command line or setting; 130 after Ctrl+C, which prints the results so far.`

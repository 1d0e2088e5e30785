// Telegram channels as people write them: a name, @name or an address; read to the bare name.
import { z } from 'zod'
import { bounded, list, listForm, wireForms } from './fields.ts'
import { shown } from './shown.ts'

// Either the bare name, perhaps after @, or an address of the channel or of its preview, with whatever follows a slash or a question mark cut.
const spelling =
  /^(?:@?(?<name>[a-z][a-z0-9_]{3,31})|(?:https?:\/\/)?t\.me\/(?:s\/)?(?<addressed>[a-z][a-z0-9_]{3,31})\/?(?:[?#].*)?)$/i

/** How a channel may be named, for people. */
export const channelSpellings =
  'name, @name, t.me/name or https://t.me/s/name, with 4 to 32 letters, digits or _ and a letter first'

/** The name in `entry`, or `undefined` if it names no channel. Telegram's rule: 4 to 32 of `[A-Za-z0-9_]`, a letter first. */
export function channelName(entry: string): string | undefined {
  const groups = spelling.exec(entry)?.groups
  return groups?.name ?? groups?.addressed
}

/** Channel names, each once: Telegram takes names that differ only in case for the same; the first spelling is kept. */
export const channelNames = list
  .pipe(bounded(500))
  .transform((entries, ctx) => {
    const names = new Map<string, string>()
    for (const entry of entries) {
      const name = channelName(entry)
      if (name === undefined) {
        ctx.addIssue({ code: 'custom', message: `"${shown(entry)}" is not a channel; allowed are ${channelSpellings}` })
        return z.NEVER
      }
      const key = name.toLowerCase()
      if (!names.has(key)) names.set(key, name)
    }
    return [...names.values()]
  })
  .register(wireForms, listForm(500))

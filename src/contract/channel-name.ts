// Parses the spellings of a Telegram channel (name, @name or address) to its bare name.
import { z } from 'zod'
import { bounded, list, listForm, wireForms } from './fields.ts'
import { quoteInput } from './quote-input.ts'

// The bare name, optionally after @, or an address of the channel or its preview, optionally with a slash, query or fragment.
const spelling =
  /^(?:@?(?<name>[a-z][a-z0-9_]{3,31})|(?:https?:\/\/)?t\.me\/(?:s\/)?(?<addressed>[a-z][a-z0-9_]{3,31})\/?(?:[?#].*)?)$/i

/** The allowed spellings, for error messages. */
export const channelSpellings =
  'name, @name, t.me/name or https://t.me/s/name, with 4 to 32 letters, digits or _ and a letter first'

/** The name in `entry`, or `undefined` if invalid. Telegram's rule: 4 to 32 of `[A-Za-z0-9_]`, a letter first. */
export function channelName(entry: string): string | undefined {
  const groups = spelling.exec(entry)?.groups
  return groups?.name ?? groups?.addressed
}

/** Distinct channel names. Telegram ignores case; the first spelling is kept. */
export const channelNames = list
  .pipe(bounded(500))
  .transform((entries, ctx) => {
    const names = new Map<string, string>()
    for (const entry of entries) {
      const name = channelName(entry)
      if (name === undefined) {
        ctx.addIssue({
          code: 'custom',
          message: `"${quoteInput(entry)}" is not a channel; allowed are ${channelSpellings}`,
        })
        return z.NEVER
      }
      const key = name.toLowerCase()
      if (!names.has(key)) names.set(key, name)
    }
    return [...names.values()]
  })
  .register(wireForms, listForm(500))

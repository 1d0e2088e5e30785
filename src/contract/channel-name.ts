// A list of Telegram channels as parameter: names, @names or addresses, parsed to bare names.
import { z } from 'zod'
import { channelName, channelSpellings } from './channel-spelling.ts'
import { bounded, list, listForm, wireForms } from './fields.ts'
import { quoteInput } from './quote-input.ts'

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

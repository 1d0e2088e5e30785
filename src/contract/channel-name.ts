// A list of Telegram channels as parameter: names, @names or addresses, parsed to bare names; those that are searched besides the listed ones begin with `+`.
import { z } from 'zod'
import { channelName, channelSpellings } from './channel-spelling.ts'
import { bounded, list, listForm, wireForms } from './fields.ts'
import { quoteInput } from './quote-input.ts'

const mixed = 'must have + before all names, which adds them to the listed channels, or before none'

/** Distinct channel names. Telegram ignores case; the first spelling is kept. */
export const channelNames = list
  .pipe(bounded(500))
  .transform((entries, ctx) => {
    const names = new Map<string, string>()
    const isAdded = entries[0]?.startsWith('+') === true
    for (const entry of entries) {
      if (entry.startsWith('+') !== isAdded) {
        ctx.addIssue({ code: 'custom', message: mixed })
        return z.NEVER
      }
      const name = channelName(isAdded ? entry.slice(1) : entry)
      if (name === undefined) {
        ctx.addIssue({
          code: 'custom',
          message: `"${quoteInput(entry)}" is not a channel; allowed are ${channelSpellings}`,
        })
        return z.NEVER
      }
      const key = name.toLowerCase()
      if (!names.has(key)) names.set(key, isAdded ? `+${name}` : name)
    }
    return [...names.values()]
  })
  .register(wireForms, listForm(500))

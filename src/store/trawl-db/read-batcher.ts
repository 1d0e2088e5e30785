// Batches all reads of one event loop turn into one message to the thread: a search reads about a hundred answers at once.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnswerRead, RecordRead, TrawlDbResponse } from './messages.ts'

/** Creates the batcher; `ask` sends a batch and never rejects, `place` names the database in messages. */
export function createReadBatcher(
  place: string,
  ask: (answers: readonly string[], records: readonly string[]) => Promise<TrawlDbResponse | undefined>,
) {
  let open: ReturnType<typeof createBatch> | undefined

  function createBatch() {
    const answers: string[] = []
    const records: string[] = []
    const reply = nextTurn().then(() => {
      open = undefined
      return ask(answers, records)
    })
    return { answers, records, reply }
  }

  return {
    async answer(key: string): Promise<AnswerRead | undefined> {
      open ??= createBatch()
      const { answers, reply } = open
      const at = answers.push(key) - 1
      return (await reply)?.answers?.[at]
    },
    /** Rejects when the record cannot be read. */
    async record(name: string): Promise<RecordRead | undefined> {
      open ??= createBatch()
      const { records, reply } = open
      const at = records.push(name) - 1
      const found = (await reply)?.records
      if (!found) throw new Error(`${name} cannot be read from ${place}`)
      return found[at]
    },
  }
}

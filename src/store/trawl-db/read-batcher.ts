// Batches all reads of one event loop turn into one message to the thread: a search reads about a hundred answers at once.
import type { AnswerRead, RecordRead, TrawlDbResponse } from './messages.ts'

interface PendingRead<T> {
  readonly name: string
  readonly settle: (value: T | undefined) => void
  readonly fail: () => void
}

/** Creates the batcher; `ask` sends a batch, `place` names the database in messages. */
export function createReadBatcher(
  place: string,
  ask: (answers: readonly string[], records: readonly string[]) => Promise<TrawlDbResponse | undefined>,
) {
  let answers: PendingRead<AnswerRead>[] = []
  let records: PendingRead<RecordRead>[] = []

  async function send(): Promise<void> {
    const asked = { answers, records }
    answers = []
    records = []
    const reply = await ask(namesOf(asked.answers), namesOf(asked.records))
    settleAll(asked.answers, reply?.answers)
    settleAll(asked.records, reply?.records)
  }

  function collect<T>(into: PendingRead<T>[], name: string): Promise<T | undefined> {
    if (answers.length + records.length === 0) setImmediate(() => void send())
    return new Promise((resolve, reject) => {
      into.push({ name, settle: resolve, fail: () => reject(new Error(`${name} cannot be read from ${place}`)) })
    })
  }

  return {
    answer: (key: string) => collect(answers, key).catch(() => undefined),
    /** Rejects when the record cannot be read. */
    record: (name: string) => collect(records, name),
  }
}

function namesOf<T>(pending: readonly PendingRead<T>[]): string[] {
  return pending.map(({ name }) => name)
}

function settleAll<T>(pending: readonly PendingRead<T>[], values: readonly (T | undefined)[] | undefined): void {
  for (const [at, { settle, fail }] of pending.entries()) {
    if (values) settle(values[at])
    else fail()
  }
}

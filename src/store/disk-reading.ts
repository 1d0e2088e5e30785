// Batches all reads of one event loop turn into one message to the thread: a search reads about a hundred answers at once.
import type { AnswerRead, RecordRead, Reply } from './disk-messages.ts'

export interface Reading {
  answer(key: string): Promise<AnswerRead | undefined>
  /** Rejects when the record cannot be read. */
  record(name: string): Promise<RecordRead | undefined>
}

interface Wanted<T> {
  readonly name: string
  readonly settle: (value: T | undefined) => void
  readonly fail: () => void
}

/** Creates the batcher; `ask` sends a batch, `place` names the database in messages. */
export function createReading(
  place: string,
  ask: (answers: readonly string[], records: readonly string[]) => Promise<Reply | undefined>,
): Reading {
  let answers: Wanted<AnswerRead>[] = []
  let records: Wanted<RecordRead>[] = []

  async function send(): Promise<void> {
    const asked = { answers, records }
    answers = []
    records = []
    const reply = await ask(namesOf(asked.answers), namesOf(asked.records))
    give(asked.answers, reply?.answers)
    give(asked.records, reply?.records)
  }

  function collect<T>(into: Wanted<T>[], name: string): Promise<T | undefined> {
    if (answers.length + records.length === 0) setImmediate(() => void send())
    return new Promise((resolve, reject) => {
      into.push({ name, settle: resolve, fail: () => reject(new Error(`${name} cannot be read from ${place}`)) })
    })
  }

  return { answer: (key) => collect(answers, key).catch(() => undefined), record: (name) => collect(records, name) }
}

function namesOf<T>(wanted: readonly Wanted<T>[]): string[] {
  return wanted.map(({ name }) => name)
}

function give<T>(wanted: readonly Wanted<T>[], values: readonly (T | undefined)[] | undefined): void {
  for (const [at, { settle, fail }] of wanted.entries()) {
    if (values) settle(values[at])
    else fail()
  }
}

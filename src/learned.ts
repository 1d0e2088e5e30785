// What was learned of sources outlasts the process: taken up when it starts, written down from time to time.

/** Something that learns, and can be put down as a text. */
interface Learner {
  text(): string
  /** Takes up an earlier text: it was learned before all that is known by now. */
  takeUp(text: string): void
}

/** Where it is kept. */
interface Records {
  /** Rejects while nobody can say what there is. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Resolves to whether it is written down. */
  write(name: string, bytes: Uint8Array): Promise<boolean>
}

/** What outlasts the process. */
export interface Learned {
  /** Writes down what has been learned since the last time that this worked. Never rejects. */
  save(): Promise<void>
}

/**
 * Lets each of `learners` take up the record of its name. As long as a record cannot be read it is not written either, or what was
 * learned before would be lost: it is taken up late then.
 */
export async function keepLearned(records: Records, learners: Readonly<Record<string, Learner>>): Promise<Learned> {
  const keepers = Object.entries(learners).map(([name, learner]) => keeperOf(records, name, learner))
  const forEach = (act: (keeper: Keeper) => Promise<unknown>) => Promise.all(keepers.map(act))
  await forEach(({ takeUp }) => takeUp())
  let latest = Promise.resolve()
  return {
    save() {
      // One after the other: what is taken up twice would count twice.
      latest = latest.then(async () => void (await forEach(({ save }) => save())))
      return latest
    },
  }
}

type Keeper = ReturnType<typeof keeperOf>

function keeperOf(records: Records, name: string, learner: Learner) {
  let isTakenUp = false
  let saved: string | undefined

  /** Resolves to whether it is taken up by now. */
  async function takeUp(): Promise<boolean> {
    if (isTakenUp) return true
    try {
      const bytes = await records.read(name)
      if (bytes) learner.takeUp(new TextDecoder().decode(bytes))
    } catch {
      // The store says so itself, in the log and as a trouble.
      return false
    }
    isTakenUp = true
    return true
  }

  async function save(): Promise<void> {
    if (!(await takeUp())) return
    const text = learner.text()
    if (text === saved) return
    if (await records.write(name, new TextEncoder().encode(text))) saved = text
  }

  return { takeUp, save }
}

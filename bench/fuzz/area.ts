// The types of fuzzing: an area is a set of parsers, and a sample is one valid input of a parser.

/** One valid input of a parser, and how a changed one is read. */
export interface Sample {
  readonly name: string
  /** The input; of a binary sample one character per byte. */
  readonly text: string
  readonly isBinary?: boolean
  /** Reads an input; the result checks what came out. Whatever is thrown, here or there, fails the case: `read` catches the named failures. */
  read(text: string): Reading | Promise<Reading>
}

/** Whether the parser accepted the input, and a check of its result that is not part of the parser's cost. @throws when the result is wrong. */
export interface Reading {
  readonly isAccepted: boolean
  readonly check?: () => void
}

export interface Area {
  readonly name: string
  /** Share of the cases, in percent of a run. */
  readonly percent: number
  /** Processor time for a megabyte of input, or less; default 50 ms. A file that is read once, at the start, may take longer. */
  readonly maxMsPerMegabyte?: number
  /** Texts to insert that mean something to these parsers. */
  readonly pieces: readonly string[]
  samples(): Promise<readonly Sample[]>
}

/** The result of a call, or none if it failed with an error that `isNamed` accepts: the answer that the input is wrong. */
export function attempt<Result>(
  call: () => Result,
  isNamed: (error: unknown) => boolean,
): { readonly result?: Result } {
  try {
    return { result: call() }
  } catch (error) {
    if (!isNamed(error)) throw error
    return {}
  }
}

export function readOrRefuse<Result>(
  parse: () => Result,
  isNamed: (error: unknown) => boolean,
  check: (result: Result) => void = () => undefined,
): Reading {
  const read = attempt(() => ({ value: parse() }), isNamed)
  const { result } = read
  return result ? { isAccepted: true, check: () => check(result.value) } : { isAccepted: false }
}

// What a command that takes a name says when it is given a flag: its help, or that a flag is no name.

/** Writes what is to be said of a flag and sets the exit status, 0 for help and 2 for a correction; false when there is none, and work to do. */
export function answersFlag(words: readonly string[], help: string): boolean {
  if (words.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${help}\n`)
    return true
  }
  // A key for somebody called --name is what nobody wants.
  if (!words[0]?.startsWith('-')) return false
  process.stderr.write(`a name does not begin with -\n${help}\n`)
  process.exitCode = 2
  return true
}

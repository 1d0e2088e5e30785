// Handles flags of commands that take only a name: prints the help, or rejects the flag.

/** Prints help (exit status 0) or a usage error (2) and returns true when a flag was given; false otherwise. */
export function rejectFlag(words: readonly string[], help: string): boolean {
  if (words.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${help}\n`)
    return true
  }
  // Otherwise `trawl key --name` would make a key for a user called --name.
  if (!words[0]?.startsWith('-')) return false
  process.stderr.write(`a name must not begin with -\n${help}\n`)
  process.exitCode = 2
  return true
}

// Runs a command of `trawl` inside this process, where its output can be read and Ctrl+C is an abort signal.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Command } from '../../src/cli/run-in-process.ts'
import { seeded } from './seeded.ts'
import type { TerminalRun } from './terminal.ts'

/** The whole environment, and standard input. */
interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Files that it writes, and reads again. */
  readonly files?: Map<string, string>
}

/** A command that is still running. */
interface RunningCommand {
  readonly ended: Promise<TerminalRun>
  /** Waits until its output contains a match. @throws (rejects) when it ends first. */
  says(what: RegExp): Promise<void>
  interrupt(): void
}

/** Starts a command; it is interrupted at the end of the test. */
export function startCommand(command: Command, words: readonly string[], options: CommandOptions = {}): RunningCommand {
  const { env = {}, input = '', files } = options
  const said = { out: '', err: '' }
  const heard = new EventTarget()
  const collect = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        said[name] += chunk
        heard.dispatchEvent(new Event('words'))
        done()
      },
    })
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  let isOver = false
  const ended = command(words, {
    env,
    setEnv: () => undefined,
    // Relative paths lead nowhere, so that a developer's `.env` is not read.
    readFile: (file) => Buffer.from(files?.get(String(file)) ?? readFileSync(resolve('/nowhere', file))),
    // Files are those of the test only, in memory.
    writeFile: (file, text) => void files?.set(file, text),
    openUrl: async () => undefined,
    out: collect('out'),
    err: collect('err'),
    input: Readable.from([Buffer.from(input)]),
    epochMs: Date.now,
    monotonicMs: () => 0,
    random: seeded(1),
    interrupted: leaving.signal,
    onUnhandled: () => undefined,
  })
    .then((status) => ({ status, ...said }))
    .finally(() => {
      isOver = true
      heard.dispatchEvent(new Event('words'))
    })
  const says = (what: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (what.test(said.out + said.err)) resolve()
        else if (isOver) reject(new Error(`ended without saying ${what}:\n${said.out}\n${said.err}`))
        else heard.addEventListener('words', look, { once: true })
      }
      look()
    })
  return { ended, says, interrupt: () => leaving.abort() }
}

/** Runs a command until it ends. */
export function runCommand(command: Command, words: readonly string[], options?: CommandOptions): Promise<TerminalRun> {
  return startCommand(command, words, options).ended
}

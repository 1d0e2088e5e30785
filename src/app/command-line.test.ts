// Tests of parsing the command line arguments.
import { describe, expect, it } from 'vitest'
import { parseArguments } from './command-line.ts'

describe('the arguments', () => {
  it.each([
    [[], 'start'],
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['x', '--help'], 'help'],
    [['--open'], 'open'],
    [['--version'], 'version'],
    [['-v'], 'version'],
  ])('%j ask for %s', (args, asked) => {
    expect(parseArguments(args)).toBe(asked)
  })

  it.each([
    [['--port', '80'], '--port'],
    [['--admin-token=secret'], '--admin-token'],
    [['ADMIN_TOKEN=secret'], 'ADMIN_TOKEN'],
    [['secret'], 'an argument'],
    [['--version', 'secret'], '--version'],
    [['--open', 'secret'], '--open'],
  ])('%j are refused by name, without a value', (args, name) => {
    const mistake = `${name}: unknown argument; use --open, --help or --version. Settings are environment variables`
    expect(parseArguments(args)).toEqual({ mistake })
  })
})

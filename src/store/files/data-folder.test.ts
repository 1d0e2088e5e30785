// The data folder, and the rights of this user on it. Root may do everything, so a process opens the folder as another user.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../../test/kit/disk.ts'
import { createFolder } from './data-folder.ts'

/** Loads the module, gives up the rights of root, opens the folder, and prints the sentence with how it ended. */
const opening = `
const { openDataFolder } = await import(process.argv[1])
if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534) }
try { console.log(JSON.stringify({ warning: openDataFolder(process.argv[2]) })) }
catch (error) { console.log(JSON.stringify({ refusal: error.message })) }`

function open(folder: string): unknown {
  const module = join(import.meta.dirname, 'data-folder.ts')
  const words = ['--input-type=module', '--eval', opening, module, folder]
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))
}

/** A folder that everybody may enter, with a folder in it that has these rights. */
function folderWith(mode: number): string {
  const parent = newFolder()
  chmodSync(parent, 0o755)
  const folder = join(parent, 'data')
  mkdirSync(folder)
  chmodSync(folder, mode)
  return folder
}

/** The sentence: the setting, the user, what it may not do, the remedy. */
function sentence(folder: string, what: string, remedy: string) {
  return expect.stringMatching(
    new RegExp(
      `^DATA_DIR \\(${folder}\\): the user \\S+ \\(uid \\d+\\) ${what}\\. Run: ${remedy}; or set DATA_DIR to a folder of this user$`,
    ),
  )
}

// Windows has no such rights.
describe.runIf(process.platform !== 'win32')('a data folder that this user', () => {
  it('may not reach ends the start with a sentence', () => {
    const closed = folderWith(0o600)
    const refusal = sentence(join(closed, 'a/b'), `may not enter ${closed}`, `chmod o\\+x ${closed}`)
    expect(open(join(closed, 'a/b'))).toEqual({ refusal })
  })

  it('may not read ends the start with a sentence', () => {
    const folder = folderWith(0o000)
    expect(open(folder)).toEqual({ refusal: sentence(folder, 'may not read it', `chown -R \\d+ ${folder}`) })
  })

  it('may read, but not the files in it, ends the start with a sentence that names them', () => {
    const folder = folderWith(0o777)
    writeFileSync(join(folder, 'bans.json'), '[]', { mode: 0o000 })
    writeFileSync(join(folder, 'notes of somebody.txt'), '', { mode: 0o000 })
    expect(open(folder)).toEqual({
      refusal: sentence(folder, 'may not read bans\\.json in it', `chown -R \\d+ ${folder}`),
    })
  })

  it('may not write to is told, and read', () => {
    const folder = folderWith(0o555)
    expect(open(folder)).toEqual({ warning: sentence(folder, 'may not write to it', `chown -R \\d+ ${folder}`) })
  })

  it('may write to, but not to a file in it, is told, and read', () => {
    const folder = folderWith(0o777)
    writeFileSync(join(folder, 'trawl.db'), '')
    chmodSync(join(folder, 'trawl.db'), 0o444)
    const what = 'may not write to trawl\\.db in it'
    expect(open(folder)).toEqual({ warning: sentence(folder, what, `chown -R \\d+ ${folder}`) })
  })

  it('may not create is told', () => {
    const folder = join(folderWith(0o555), 'new')
    const remedy = `mkdir -p ${folder} && chown \\d+ ${folder}`
    expect(open(folder)).toEqual({ warning: sentence(folder, 'may not create it', remedy) })
  })

  it('may use is created, with all above it, without a word', () => {
    const folder = join(folderWith(0o777), 'a/b')
    expect([open(folder), existsSync(folder)]).toEqual([{}, true])
    expect(open(folder)).toEqual({})
  })
})

it.runIf(process.platform === 'linux')('a data folder where no folder can be created ends the start', () => {
  expect(open('/proc/nope/data')).toEqual({
    refusal: 'DATA_DIR (/proc/nope/data): no folder can be created there; set DATA_DIR to a folder on a disk',
  })
  expect(() => createFolder('/proc/nope/data')).toThrow('ENOENT')
})

it('a data folder that is a link to nothing, or a file, is left to who writes', () => {
  const folder = newFolder()
  symlinkSync(join(folder, 'unplugged/disk'), join(folder, 'link'))
  writeFileSync(join(folder, 'file'), '')
  chmodSync(folder, 0o755)
  for (const name of ['link', 'file', 'file/below']) expect(open(join(folder, name))).not.toHaveProperty('refusal')
})

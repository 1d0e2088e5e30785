// The lock of a real folder, held by this process and by a killed one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder, noon } from '../../../test/kit/disk.ts'
import { createFolderLock } from './folder-lock.ts'

function takenSince(at: number) {
  const since = new Date(at).toISOString().replace('.000', '')
  const words = `another Trawl process uses this DATA_DIR (since ${since}): stop it, or use another folder`
  return expect.objectContaining({ fault: { kind: 'taken', words } })
}

it('is held by one at a time, and says since when', () => {
  const folder = join(newFolder(), 'not there yet')
  const [one, other] = [createFolderLock(folder), createFolderLock(folder)]
  one.acquire(noon)
  one.acquire(noon + 1_000)
  expect(() => other.acquire(noon + 2_000)).toThrow(takenSince(noon))
  one.release()
  other.acquire(noon + 3_000)
  expect(() => one.acquire(noon)).toThrow(takenSince(noon + 3_000))
  other.release()
})

it('is free at once when the process that held it was killed', async () => {
  const folder = newFolder()
  const script = `import { createFolderLock } from '${join(import.meta.dirname, 'folder-lock.ts')}'
    const lock = createFolderLock(process.argv[1])
    lock.acquire(${noon})
    console.log('held')
    // An unreferenced lock is garbage collected and released.
    setInterval(() => lock, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const lock = createFolderLock(folder)
  expect(() => lock.acquire(noon)).toThrow(takenSince(noon))
  child.kill('SIGKILL')
  await once(child, 'close')
  lock.acquire(noon)
  lock.release()
})

it('is lost with its file: whoever comes next has it', () => {
  const folder = newFolder()
  const [one, other] = [createFolderLock(folder), createFolderLock(folder)]
  one.acquire(noon)
  rmSync(join(folder, 'trawl.lock'))
  other.acquire(noon)
  expect(() => one.acquire(noon)).toThrow(takenSince(noon))
  other.release()
  one.acquire(noon)
  one.release()
})

// The commit permit from the side of the caller and of the writer.
import { expect, it } from 'vitest'
import { commitEnded, createWritePermit, giveUpWrite, mayCommit } from './write-permit.ts'

function alive(): boolean {
  return true
}

it('allows no commit once the write was given up', async () => {
  const permit = createWritePermit()
  expect(await giveUpWrite(permit, alive)).toBe(false)
  expect(mayCommit(permit)).toBe(false)
  commitEnded(permit, false)
  expect(mayCommit(permit)).toBe(false)
})

it('says that it is committed when that was sooner', async () => {
  const permit = createWritePermit()
  expect(mayCommit(permit)).toBe(true)
  commitEnded(permit, true)
  expect(await giveUpWrite(permit, alive)).toBe(true)
})

it.each([true, false])('waits for a commit that is under way, and says what became of it: %s', async (isCommitted) => {
  const permit = createWritePermit()
  expect(mayCommit(permit)).toBe(true)
  const given = giveUpWrite(permit, alive)
  commitEnded(permit, isCommitted)
  expect(await given).toBe(isCommitted)
  expect(mayCommit(permit)).toBe(isCommitted)
})

it('waits for nobody who has ended', async () => {
  const permit = createWritePermit()
  mayCommit(permit)
  expect(await giveUpWrite(permit, () => false)).toBe(false)
})

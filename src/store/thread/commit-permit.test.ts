// The commit permit from the side of the caller and of the writer.
import { expect, it } from 'vitest'
import { commitEnded, createWritePermit, revokeCommit, tryCommit } from './commit-permit.ts'

function alive(): boolean {
  return true
}

it('allows no commit once the write was given up', async () => {
  const permit = createWritePermit()
  expect(await revokeCommit(permit, alive)).toBe(false)
  expect(tryCommit(permit)).toBe(false)
  commitEnded(permit, false)
  expect(tryCommit(permit)).toBe(false)
})

it('says that it is committed when that was sooner', async () => {
  const permit = createWritePermit()
  expect(tryCommit(permit)).toBe(true)
  commitEnded(permit, true)
  expect(await revokeCommit(permit, alive)).toBe(true)
})

it.each([true, false])('waits for a commit that is under way, and says what became of it: %s', async (isCommitted) => {
  const permit = createWritePermit()
  expect(tryCommit(permit)).toBe(true)
  const given = revokeCommit(permit, alive)
  commitEnded(permit, isCommitted)
  expect(await given).toBe(isCommitted)
  expect(tryCommit(permit)).toBe(isCommitted)
})

it('waits for nobody who has ended', async () => {
  const permit = createWritePermit()
  tryCommit(permit)
  expect(await revokeCommit(permit, () => false)).toBe(false)
})

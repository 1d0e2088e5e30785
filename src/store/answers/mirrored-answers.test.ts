// Answers mirrored to two databases, one of which may not respond.
import { expect, it, onTestFinished, vi } from 'vitest'
import type { StoredAnswer } from './answer-storage.ts'
import { mirrorAnswers } from './mirrored-answers.ts'

function answer(at: number): StoredAnswer {
  return { at, until: at + 1, json: new Uint8Array(1) }
}

/** A disk with one answer under every key, which accepts or rejects writes. */
function makeDisk(found?: StoredAnswer, takes = true) {
  const written: string[] = []
  return {
    written,
    readAnswer: async () => found,
    writeAnswer: async (key: string) => written.push(key) > 0 && takes,
    removeAnswer: async (key: string) => written.push(`-${key}`) > 0 && takes,
  }
}

function isShared(key: string) {
  return key.startsWith('list')
}

it('gives the newer of both, and of what is not shared its own only', async () => {
  const disk = mirrorAnswers(makeDisk(answer(1)), makeDisk(answer(2)), isShared)
  expect((await disk.readAnswer('list a'))?.at).toBe(2)
  expect((await disk.readAnswer('other'))?.at).toBe(1)
  expect((await mirrorAnswers(makeDisk(answer(2)), makeDisk(answer(1)), isShared).readAnswer('list a'))?.at).toBe(2)
  expect(await mirrorAnswers(undefined, makeDisk(answer(1)), isShared).readAnswer('other')).toBeUndefined()
})

it('waits for half a second at the most for what others have kept', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const silent = { ...makeDisk(), readAnswer: () => new Promise<undefined>(() => undefined) }
  const read = mirrorAnswers(makeDisk(answer(1)), silent, isShared).readAnswer('list a')
  await vi.advanceTimersByTimeAsync(500)
  expect((await read)?.at).toBe(1)
})

it('says that it is written once all have it', async () => {
  const [own, history] = [makeDisk(), makeDisk(undefined, false)]
  const disk = mirrorAnswers(own, history, isShared)
  const written = ['list a', 'other'].map((key) => disk.writeAnswer(key, answer(1)))
  expect(await Promise.all(written)).toEqual([false, true])
  expect(await mirrorAnswers(undefined, makeDisk(), isShared).writeAnswer('other', answer(1))).toBe(false)
  await disk.removeAnswer('list a')
  expect([own.written, history.written]).toEqual([
    ['list a', 'other', '-list a'],
    ['list a', '-list a'],
  ])
})

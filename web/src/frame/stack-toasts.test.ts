// Which toasts are shown together.
import { describe, expect, it } from 'vitest'
import type { Toast } from '../page-context.ts'
import { stackToasts } from './toasts.tsx'

function offer(text: string, label: string): Toast {
  return { text, action: { label, run: () => undefined } }
}

function textsAfter(...notices: readonly Toast[]): string[] {
  return notices.reduce<readonly Toast[]>(stackToasts, []).map(({ text }) => text)
}

describe('what is told', () => {
  it('keeps the offer of a newer page beside words in passing', () => {
    expect(textsAfter(offer('newer', 'reload'), { text: 'copied' })).toEqual(['copied', 'newer'])
  })

  it('keeps only the latest words in passing', () => {
    expect(textsAfter({ text: 'copied' }, offer('newer', 'reload'), { text: 'saved' })).toEqual(['saved', 'newer'])
  })

  it('keeps offers of different things, and the latest of the same', () => {
    const given = [offer('newer', 'reload'), offer('a is hidden', 'undo'), offer('b is hidden', 'undo')]
    expect(textsAfter(...given)).toEqual(['b is hidden', 'newer'])
  })
})

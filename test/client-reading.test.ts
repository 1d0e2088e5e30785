// Stream parsing of the client: chunk boundaries do not change the events and lines.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancellable } from '../client/cancellable-stream.ts'
import { readLines } from '../client/line-reader.ts'
import { type NamedEvent, readServerSentEvents } from '../client/sse-reader.ts'
import { caseCount } from './kit/case-count.ts'

/** A body that arrives in these chunks, and whether it was cancelled. */
function bodyOf(pieces: readonly Uint8Array<ArrayBuffer>[]) {
  const fate = { isLetGo: false }
  const left = [...pieces]
  const body = new ReadableStream<Uint8Array>({
    pull(control) {
      const next = left.shift()
      if (next) control.enqueue(next)
      else control.close()
    },
    cancel() {
      fate.isLetGo = true
    },
  })
  return { body, fate }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** The bytes of a text, split at these positions. */
function cut(text: string, places: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const bytes = bytesOf(text)
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, index) => bytes.slice(at[index], end))
}

async function all<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  return Array.fromAsync(pieces)
}

const cuts = fc.array(fc.nat(), { maxLength: 40 })
const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
const lineText = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n\uFEFF]/g, ''))

describe('readLines', () => {
  it('yields the same lines however the bytes are split, and whatever ends a line', async () => {
    let lines = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(lineText, lineEnd), { maxLength: 12 }), cuts, async (written, places) => {
        // A CR and a LF of two lines would form one line end.
        const ends = written.map(([text, end], at) =>
          written[at + 1]?.[0] === '' && end === '\r' ? [text, '\n'] : [text, end],
        )
        const reported = await all(readLines(bodyOf(cut(ends.flat().join(''), places)).body))
        expect(reported).toEqual(ends.map(([text]) => text))
        lines += reported.length
      }),
      { numRuns: caseCount(500) },
    )
    expect(lines).toBeGreaterThan(caseCount(500))
  })

  it('yields the last line when nothing ends it', async () => {
    expect(await all(readLines(bodyOf([bytesOf('a\nb')]).body))).toEqual(['a', 'b'])
  })

  it('reads one line of several megabytes in small pieces', async () => {
    const long = '热榜'.repeat(1_000_000)
    const bytes = bytesOf(`${long}\nshort\n`)
    const pieces = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, at) =>
      bytes.slice(at * 1_000, at * 1_000 + 1_000),
    )
    expect((await all(readLines(bodyOf(pieces).body))).map((line) => line.length)).toEqual([2_000_000, 5])
  })

  it('lets go of the body when nobody reads on', async () => {
    const { body, fate } = bodyOf([bytesOf('a\nb\n'), bytesOf('c\n')])
    for await (const line of readLines(body)) if (line === 'a') break
    expect(fate.isLetGo).toBe(true)
  })
})

describe('readEvents', () => {
  const field = lineText.map((text) => text.trim())

  it('yields the same events however the bytes are split, among comments and unknown fields', async () => {
    const written = fc.record({ event: field, data: fc.array(field, { minLength: 1, maxLength: 3 }), end: lineEnd })
    await fc.assert(
      fc.asyncProperty(fc.array(written, { maxLength: 6 }), cuts, async (events, places) => {
        const text = events.flatMap(({ event, data, end }) =>
          [': a comment', 'id: 7', `event: ${event}`, ...data.map((line) => `data: ${line}`), '', ':', ''].map(
            (line) => `${line}${end === '\r' ? '\r' : end}`,
          ),
        )
        const reported = await all(readServerSentEvents(bodyOf(cut(text.join(''), places)).body))
        expect(reported).toEqual(
          events.map(({ event, data }) => ({ event: event || 'message', data: data.join('\n') })),
        )
      }),
      { numRuns: caseCount(500) },
    )
  })

  it.each<[string, NamedEvent[]]>([
    ['data:no blank\n\n', [{ event: 'message', data: 'no blank' }]],
    ['data:  two blanks\n\n', [{ event: 'message', data: ' two blanks' }]],
    ['data\n\n', [{ event: 'message', data: '' }]],
    ['event: alone\n\n', []],
    ['\uFEFFdata: after a mark\n\n', [{ event: 'message', data: 'after a mark' }]],
    ['data: a:b: c\n\n', [{ event: 'message', data: 'a:b: c' }]],
    ['data: not whole\n', []],
    ['data: not whole', []],
  ])('reads %j as browsers do', async (text, events) => {
    expect(await all(readServerSentEvents(bodyOf([bytesOf(text)]).body))).toEqual(events)
  })
})

describe('leavable', () => {
  it('ends what it reads at once when its reader leaves while waiting', async () => {
    const signals: AbortSignal[] = []
    const pieces = cancellable<string>(async function* waiting(signal) {
      signals.push(signal)
      yield 'first'
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }, undefined)
    expect(await pieces.next()).toEqual({ done: false, value: 'first' })
    const waiting = pieces.next()
    await pieces.return(undefined)
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(signals[0]?.aborted).toBe(true)
  })

  it('rejects with the reason of the signal, before it opens anything and after', async () => {
    const leaving = new AbortController()
    const pieces = cancellable<string>(async function* waiting(signal) {
      yield 'first'
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))))
    }, leaving.signal)
    await pieces.next()
    const waiting = pieces.next()
    leaving.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    let opened = false
    const never = cancellable<string>(async function* opens() {
      opened = true
      yield 'never'
    }, leaving.signal)
    await expect(never.next()).rejects.toThrow('enough')
    expect(opened).toBe(false)
  })
})

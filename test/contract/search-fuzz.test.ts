// Tests generated searches by GET and POST: each gets an answer of the contract or an error that names the parameter.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseCount } from '../kit/case-count.ts'
import { testApp } from './app-parts.ts'
import { expectSane, get, post } from './asking.ts'
import { parameters } from './hostile-values.ts'
import { oddTexts } from './odd-texts.ts'

describe('generated requests', () => {
  const odd = fc.constantFrom(...oddTexts, 'tg', 'all', 'https://t.me/s/somechannel', '{"a":1}', '["a"]')
  const text = fc.oneof(
    odd,
    fc.string({ unit: 'binary' }),
    fc.array(odd).map((parts) => parts.join('')),
  )
  const value = fc.oneof(
    { weight: 3, arbitrary: text },
    { weight: 1, arbitrary: fc.array(text) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 20, noUnicodeString: false }) },
    { weight: 1, arbitrary: fc.double() },
  )
  const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...parameters) }, { weight: 1, arbitrary: text })
  // Usually a valid keyword first; otherwise all of them would fail at the keyword.
  const pairs = fc
    .tuple(fc.constantFrom('a', 'a', 'a', undefined), fc.array(fc.tuple(key, value), { maxLength: 5 }))
    .map(([kw, others]) => [...(kw === undefined ? [] : [['kw', kw] as const]), ...others])
  const run = { numRuns: caseCount(2_000), seed: 20_261_121 }

  test('by POST are answered as the contract says', async () => {
    const { app } = testApp()
    const statuses = new Map<number, number>()
    const check = fc.asyncProperty(pairs, async (fields) => {
      const body = `{${fields.map(([name, sent]) => `${JSON.stringify(name)}:${JSON.stringify(sent) ?? 'null'}`).join(',')}}`
      const response = await post(app, body)
      expectSane(response, body)
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
    })
    await fc.assert(check, run)
    console.info(`POST: ${run.numRuns} generated requests`, statuses)
    expect(statuses.get(200)).toBeGreaterThan(run.numRuns / 20)
    expect(statuses.get(400)).toBeGreaterThan(run.numRuns / 20)
  })

  test('by GET are answered as the contract says', async () => {
    const { app } = testApp()
    const statuses = new Map<number, number>()
    const encoded = (sent: unknown) => {
      const plain = typeof sent === 'string' ? sent : (JSON.stringify(sent) ?? 'undefined')
      return encodeURIComponent(plain.toWellFormed())
    }
    // Whole or truncated, so that percent-encodings break too; `#` is left out because a parser ends the query there.
    const check = fc.asyncProperty(pairs, fc.option(fc.nat()), async (fields, cut) => {
      const whole = fields.map(([name, sent]) => `${encoded(name)}=${encoded(sent)}`).join('&')
      const query = cut === null ? whole : whole.slice(0, cut % (whole.length + 1))
      const response = await get(app, query)
      expectSane(response, query)
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
    })
    await fc.assert(check, run)
    console.info(`GET: ${run.numRuns} generated requests`, statuses)
    expect(statuses.get(200)).toBeGreaterThan(run.numRuns / 20)
    expect(statuses.get(400)).toBeGreaterThan(run.numRuns / 20)
  })

  test('of raw bytes as a body are answered as the contract says', async () => {
    const { app } = testApp()
    const check = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expectSane(await post(app, Buffer.from(bytes)), Buffer.from(bytes).toString('hex'))
    })
    await fc.assert(check, { ...run, numRuns: caseCount(500) })
    console.info(`POST: ${caseCount(500)} generated bodies of raw bytes`)
  })
})

// Tests that the description passes Redocly's strictest public rules and can be compiled to types.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { description } from './kit/described.ts'

const text = JSON.stringify(description)

/** Disabled rules, each with its reason. Empty. */
const off = {}

async function problemsIn(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: off })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

test('no rule is broken', async () => {
  expect(await problemsIn(text)).toEqual([])
})

test('a broken one would be noticed', async () => {
  const broken = text.replace('"operationId":"search"', '"operationId":"searchEvents"')
  expect(await problemsIn(broken)).not.toEqual([])
})

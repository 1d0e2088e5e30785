// Tests that the description passes Redocly's strictest public rules and can be compiled to types.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

const file = join(import.meta.dirname, '../src/contract/generated/openapi.json')

/** Disabled rules, each with its reason. Empty. */
const off = {}

async function problemsIn(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: off })
  const problems = await lintFromString({ source, absoluteRef: file, config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

test('no rule is broken', async () => {
  expect(await problemsIn(readFileSync(file, 'utf8'))).toEqual([])
})

test('a broken one would be noticed', async () => {
  const broken = readFileSync(file, 'utf8').replace('"operationId": "search"', '"operationId": "searchEvents"')
  expect(await problemsIn(broken)).not.toEqual([])
})

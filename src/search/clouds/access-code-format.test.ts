// The form of access codes in texts, in addresses and in fields of replies.
import { expect, it } from 'vitest'
import { codeAt, codeInAddress, codeInField } from './access-code-format.ts'

it.each([
  ['k3m9', 'k3m9', 'k3m9'],
  ['09azAZ', '09azAZ', '09azAZ'],
  ['k3m9abcd', 'k3m9abcd', 'k3m9abcd'],
  ['k3m9abcde', '', 'k3m9'],
  ['k3', '', ''],
  ['k3m9UC：自取', 'k3m9', 'k3m9'],
  ['k3m9https://example.org/', 'k3m9', 'k3m9'],
  ['k3m9http', 'k3m9http', 'k3m9http'],
])('%j starts with the code %j in a text and with %j in an address', (text, inText, inAddress) => {
  expect([codeAt(text, 0), codeInAddress(`pwd=${text}`, 4)]).toEqual([inText, inAddress])
})

it.each([
  [' k3m9\n', 'k3m9'],
  ['abcdef7890', 'abcdef7890'],
  ['abcdef78901', ''],
  ['码 k3m9', ''],
  ['k3m9（四位）', ''],
  ['NULL', ''],
  ['nullable', 'nullable'],
  ['xnone', 'xnone'],
])('a field with %j gives the code %j', (field, code) => {
  expect(codeInField(field)).toBe(code)
})

// Where an address ends in a text, and the access code in it. All codes are hand-made.
import { expect, it } from 'vitest'
import { readShare } from './recognise.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const tianyi = 'https://cloud.189.cn/t/AbCdEfGhIj12'
const pan123 = 'https://www.123pan.com/s/demoA-5ntrv'
const encoded = `${tianyi}${encodeURIComponent('（访问码：x7k9）')}`

it.each([
  ['before marks that end a sentence', `${quark}? 自取`, quark, ''],
  ['after a code, before marks', `${quark}?pwd=k3m9), 自取`, `${quark}?pwd=k3m9`, 'k3m9'],
  ['before text, also if a parameter follows it', `${quark}，转存&pwd=k3m9`, quark, ''],
  ['at a blank, also if a parameter follows it', `${quark}?from=x 转存&pwd=k3m9`, `${quark}?from=x`, ''],
  ['before text that cannot be decoded', `${quark}%zz?pwd=k3m9`, quark, ''],
  ['after a code in words', `${pan123}?提取码:k3m9自取`, `${pan123}?提取码:k3m9`, 'k3m9'],
  ['after the bracket that closes a code', `${tianyi}（访问码：x7k9）完`, `${tianyi}（访问码：x7k9）`, 'x7k9'],
  ['after a code whose bracket closes later', `${tianyi}(访问码: x7k9 完)`, `${tianyi}(访问码: x7k9`, 'x7k9'],
  ['after a percent-encoded code', `${encoded} 完`, encoded, 'x7k9'],
  ['before a code in words if escapes follow it', `${tianyi}（访问码：x7k9） 100%25`, tianyi, 'x7k9'],
])('an address ends %s: %s', (_where, text, address, password) => {
  const found = readShare(text)
  expect([text.slice(0, found?.length), found?.share.password]).toEqual([address, password])
})

it.each([
  ['whatever the letter case of its name', `${quark}?PWD=k3m9`, 'k3m9'],
  ['under its second name if the first has no value', `${quark}?pwd=&password=k3m9`, 'k3m9'],
  ['without a name at 123 only', `${quark}?k3m9`, ''],
  ['by its first four characters where more follow', `${quark}?pwd=k3m9abcde`, 'k3m9'],
  ['under its name rather than without one', `${pan123}?abcd&pwd=k3m9`, 'k3m9'],
])('a code in an address is found %s: %s', (_how, address, password) => {
  expect(readShare(address)?.share.password).toBe(password)
})

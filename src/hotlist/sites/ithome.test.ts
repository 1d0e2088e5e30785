// URLs of IT之家 with article numbers of six digits (older) and seven digits (newer).
import { expect, test } from 'vitest'
import { articleNumber, desktopPage, phonePage } from './ithome.ts'

test.each([
  ['999698', '/0/999/698'],
  ['998877', '/0/998/877'],
  ['1001084', '/1/001/084'],
  ['1002345', '/1/002/345'],
])('the number %s stands in the addresses of both its pages', (number, path) => {
  expect(desktopPage(number)).toBe(`https://www.ithome.com${path}.htm`)
  expect(phonePage(number)).toBe(`https://m.ithome.com/html/${number}.htm`)
  expect(articleNumber(desktopPage(number))).toBe(number)
  expect(articleNumber(phonePage(number))).toBe(number)
})

test('the page of a live report has a number too', () => {
  expect(articleNumber('https://m.ithome.com/live/1002346.htm')).toBe('1002346')
})

test.each([
  undefined,
  '',
  'https://www.ithome.com/zt/xijiayi',
  'https://lapin.ithome.com/html/digi/900001.htm',
  'https://www.ithome.com/0/0998/877.htm',
  'https://www.ithome.com/0/000/000.htm',
  'https://www.ithome.com.example/1/002/345.htm',
])('%s is the address of no article', (url) => {
  expect(articleNumber(url)).toBeUndefined()
})

// Computes the URL name of a 微信读书 book from its id (upstreams/hot/b-weread.md).
import { hash } from 'node:crypto'

const shortest = 20

/** The last path segment of a book's URL. */
export function wereadHash(id: string): string {
  const digest = hash('md5', id)
  const isNumber = /^\d+$/.test(id)
  const groups = isNumber ? hexOfNumbers(id) : [hexOfSigns(id)]
  const measured = groups.map((group) => `${group.length.toString(16).padStart(2, '0')}${group}`).join('g')
  const start = `${digest.slice(0, 3)}${isNumber ? 3 : 4}2${digest.slice(-2)}${measured}`
  const whole = start + digest.slice(0, Math.max(0, shortest - start.length))
  return whole + hash('md5', whole).slice(0, 3)
}

/** Groups of nine digits, as numbers. */
function hexOfNumbers(digits: string): string[] {
  return (digits.match(/\d{1,9}/g) ?? []).map((group) => Number(group).toString(16))
}

function hexOfSigns(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16)).join('')
}

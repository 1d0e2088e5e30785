// Scenery: close to several rules, breaks none.
export const kinds = ['a', 'b'] as const

export function count(from: Date): number {
  let sum = new Date(0).getTime()
  for (let i = 0; i < 3; i += 1) sum += i
  return sum + from.getTime()
}

export const doubled = (n: number): number => {
  let twice = n
  if (n > 0) {
    let more = n
    more += n
    twice = more
  }
  return twice
}

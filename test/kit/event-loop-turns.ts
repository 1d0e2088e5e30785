// Tells apart what is done in one turn of the event loop and in another.
import { onTestFinished } from 'vitest'

/** Watches the turns of the event loop until the test ends; `byTurn` is what was recorded in each turn that has something. */
export function watchTurns<Done>() {
  const turns: Done[][] = []
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const begin = () => {
    turns.push([])
    if (!isOver) setImmediate(begin)
  }
  begin()
  return {
    record: (done: Done) => void turns.at(-1)?.push(done),
    byTurn: () => turns.filter(({ length }) => length > 0),
  }
}

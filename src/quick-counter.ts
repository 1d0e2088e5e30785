// A fast counter for tens of thousands of increments per second, written in the Prometheus text format when scraped.
import { escaped, type Labelled, rowsOf } from './labelled.ts'

export interface QuickCounter {
  /** Adds to the value under these label values, in the order of the label names; 0 only creates the series. */
  add(amount: number, ...labels: readonly string[]): void
  /** All series in the text format, with a line feed at the end. */
  text(): string
}

/** Creates a counter at zero. prom-client's takes 5 to 10 times as long to count and to write. */
export function createQuickCounter({ name, help, labelNames }: Labelled): QuickCounter {
  const rows = rowsOf(labelNames, () => ({ value: 0 }))
  return {
    add(amount, ...labels) {
      rows.at(labels).value += amount
    },
    text() {
      const lines = rows.all().map(({ labels, value }) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`)
      return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} counter`, ...lines, ''].join('\n')
    },
  }
}

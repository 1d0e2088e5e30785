// Gauges that are read whenever the metrics are scraped.
import { escaped, pairsOf } from './labelled.ts'

/** Name and labels of a gauge. */
export interface Figure {
  /** By Prometheus conventions: `trawl_…`, with the unit. */
  readonly name: string
  readonly help: string
  /** Label names, if it has several values. */
  readonly labelNames?: readonly string[]
}

/** Reads a gauge: one value, or one per combination of label values, in the order of the label names. */
export type ReadFigure = () => number | Iterable<readonly [labels: readonly string[], value: number]>

export interface Figures {
  /** Registers a gauge; replaces one of the same name. */
  add(figure: Figure, read: ReadFigure): void
  /** All gauges in the Prometheus text format, with a line feed at the end of each line. */
  text(): string
}

/** Creates an empty registry. */
export function createFigures(): Figures {
  const figures = new Map<string, { readonly figure: Figure; readonly read: ReadFigure }>()
  return {
    add: (figure, read) => void figures.set(figure.name, { figure, read }),
    text: () => [...figures.values()].map(({ figure, read }) => textOf(figure, read())).join(''),
  }
}

function textOf({ name, help, labelNames = [] }: Figure, read: ReturnType<ReadFigure>): string {
  const lines =
    typeof read === 'number'
      ? [`${name} ${read}`]
      : Array.from(read, ([labels, value]) => `${name}{${pairsOf(labelNames, labels)}} ${value}`)
  return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n')
}

// Figures that other parts have, looked at whenever the metrics are read.
import { escaped, pairsOf } from './labelled.ts'

/** A figure that goes up and down. */
export interface Figure {
  /** By the conventions of Prometheus: `trawl_…`, with its unit. */
  readonly name: string
  readonly help: string
  /** What tells its values apart, where it has several. */
  readonly labelNames?: readonly string[]
}

/** Reads the figure: one value, or one for each set of values that its labels have, in the order of their names. */
export type ReadFigure = () => number | Iterable<readonly [labels: readonly string[], value: number]>

export interface Figures {
  /** From now on the figure is read with the others; one of the same name before it is not any more. */
  add(figure: Figure, read: ReadFigure): void
  /** All of them in the text format, with a line feed at the end of each line. */
  text(): string
}

/** Makes an empty table of them. */
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

// Gauges that are read whenever the metrics are scraped.
import { escapeHelp, formatLabels } from './metric-labels.ts'

/** Name and labels of a gauge. */
export interface GaugeSpec {
  /** By Prometheus conventions: `trawl_…`, with the unit. */
  readonly name: string
  readonly help: string
  /** Label names, if it has several values. */
  readonly labelNames?: readonly string[]
}

/** Reads a gauge: one value, or one per combination of label values, in the order of the label names. */
export type ReadGauge = () => number | Iterable<readonly [labels: readonly string[], value: number]>

export interface GaugeRegistry {
  /** Registers a gauge; replaces one of the same name. */
  add(gauge: GaugeSpec, read: ReadGauge): void
  /** All gauges in the Prometheus text format, with a line feed at the end of each line. */
  text(): string
}

/** Creates an empty registry. */
export function createGaugeRegistry(): GaugeRegistry {
  const gauges = new Map<string, { readonly gauge: GaugeSpec; readonly read: ReadGauge }>()
  return {
    add: (gauge, read) => void gauges.set(gauge.name, { gauge, read }),
    text: () => [...gauges.values()].map(({ gauge, read }) => formatGauge(gauge, read())).join(''),
  }
}

function formatGauge({ name, help, labelNames = [] }: GaugeSpec, read: ReturnType<ReadGauge>): string {
  const lines =
    typeof read === 'number'
      ? [`${name} ${read}`]
      : Array.from(read, ([labels, value]) => `${name}{${formatLabels(labelNames, labels)}} ${value}`)
  return [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n')
}

// Labelled metric values: one series per combination of label values, with labels in the Prometheus text format.

/** Name, help text and label names of a metric. */
export interface MetricSpec {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

export interface LabelledSeries<Row> {
  /** The series with these label values, in the order of the label names; created if missing. */
  seriesFor(labels: readonly string[]): Row & { readonly labels: string }
  all(): (Row & { readonly labels: string })[]
}

/** Creates an empty table; `create` creates the value of a new series. */
export function createSeries<Row extends object>(
  labelNames: readonly string[],
  create: () => Row,
): LabelledSeries<Row> {
  const seriesByLabels = new Map<string, Row & { readonly labels: string }>()
  return {
    seriesFor(labels) {
      const key = labels.join('\n')
      const existing = seriesByLabels.get(key)
      if (existing) return existing
      const row = { ...create(), labels: formatLabels(labelNames, labels) }
      seriesByLabels.set(key, row)
      return row
    },
    all: () => [...seriesByLabels.values()],
  }
}

/** Formats labels as they appear between the braces. */
export function formatLabels(labelNames: readonly string[], labels: readonly string[]): string {
  return labelNames
    .map((name, seriesFor) => `${name}="${escapeHelp(labels[seriesFor] ?? '').replaceAll('"', '\\"')}"`)
    .join(',')
}

/** Escapes a help text; label values additionally escape quotes. */
export function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

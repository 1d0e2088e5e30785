// Labelled metric values: one series per combination of label values, with labels in the Prometheus text format.

/** Name, help text and label names of a metric. */
export interface Labelled {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

export interface Rows<Row> {
  /** The series with these label values, in the order of the label names; created if missing. */
  at(labels: readonly string[]): Row & { readonly labels: string }
  all(): (Row & { readonly labels: string })[]
}

/** Creates an empty table; `create` creates the value of a new series. */
export function rowsOf<Row extends object>(labelNames: readonly string[], create: () => Row): Rows<Row> {
  const rows = new Map<string, Row & { readonly labels: string }>()
  return {
    at(labels) {
      const key = labels.join('\n')
      const known = rows.get(key)
      if (known) return known
      const row = { ...create(), labels: pairsOf(labelNames, labels) }
      rows.set(key, row)
      return row
    },
    all: () => [...rows.values()],
  }
}

/** Formats labels as they appear between the braces. */
export function pairsOf(labelNames: readonly string[], labels: readonly string[]): string {
  return labelNames.map((name, at) => `${name}="${escaped(labels[at] ?? '').replaceAll('"', '\\"')}"`).join(',')
}

/** Escapes a help text; label values additionally escape quotes. */
export function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

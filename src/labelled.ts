// What is counted under labels: one row for each combination of their values, with the labels as the Prometheus text format writes them.

/** What a metric is called, what it means, and what tells its rows apart. */
export interface Labelled {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly string[]
}

export interface Rows<Row> {
  /** The row of these labels, given in the order of their names; made when there is none. */
  at(labels: readonly string[]): Row & { readonly labels: string }
  all(): (Row & { readonly labels: string })[]
}

/** Makes an empty table; `create` makes what is counted in a new row. */
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

/** Labels with their values, as they stand between the braces. */
export function pairsOf(labelNames: readonly string[], labels: readonly string[]): string {
  return labelNames.map((name, at) => `${name}="${escaped(labels[at] ?? '').replaceAll('"', '\\"')}"`).join(',')
}

/** As a help text may be written; a label's value escapes quotes besides. */
export function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

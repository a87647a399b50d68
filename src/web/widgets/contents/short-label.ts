/** Longer labels are cut: no chart has room for more, and a value may have megabytes. */
const maxLength = 300

/** A label for a chart or list. */
export function shortLabel(label: string): string {
  return label.length > maxLength ? `${label.slice(0, maxLength).toWellFormed()}…` : label
}

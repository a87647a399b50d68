const maxLength = 300

/** A label for a chart or list, cut at 300 characters: a value may have megabytes. */
export function shortLabel(label: string): string {
  return label.length > maxLength ? `${label.slice(0, maxLength).toWellFormed()}…` : label
}

/** A sentence about days, such as 2024-10-04 (UTC), whose events an answer may lack. */
export function missingDaysText(days: readonly string[]): string {
  return `Events of ${days.join(', ')} (UTC) may be missing: the store cannot read parts of them.`
}

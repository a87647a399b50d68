/** A sentence about days, such as 2024-10-04 (UTC), whose events an answer may lack. */
export function missingDaysText(days: readonly string[]): string {
  return `Events of ${days.join(', ')} (UTC) may be missing: the store cannot read parts of them.`
}

/** A sentence about archived days that an answer leaves out. */
export function archivedDaysText(days: number): string {
  const named =
    days === 1 ? '1 day of the range is archived and is' : `${days} days of the range are archived and are`
  return `${named} not included: the query has no with_archive.`
}

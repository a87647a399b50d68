/**
 * Events of one source in a body: the source as JSON and the event as JSON, separated by a line break, which
 * JSON escapes.
 */
export function groupedPart(source: unknown, event: unknown): string {
  return `${JSON.stringify(source)}\n${JSON.stringify(event)}`
}

/** The parts by source, in the order of their first event. Events keep their order. */
export function groupParts(parts: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const part of parts) {
    const end = part.indexOf('\n')
    const source = part.slice(0, end)
    const group = groups.get(source) ?? []
    groups.set(source, group)
    group.push(part.slice(end + 1))
  }
  return groups
}

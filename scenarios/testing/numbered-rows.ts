import { loadProgram, type NumberedLoad } from './numbered-load.ts'

/**
 * Faults in the rows of numbered loads, by sender. `select`: rows of a SELECT on the events of all shards,
 * bypassing the nodes.
 */
export async function faultsOfRows(
  loads: readonly NumberedLoad[],
  select: (sql: string) => Promise<unknown[][]>,
): Promise<string[]> {
  const rows = await select(
    `SELECT host, count(), uniqExact(n), max(n) + 1 FROM
     (SELECT host, toUInt64(substring(message, length('number ') + 1)) AS n FROM millrace.events WHERE program = '${loadProgram}')
     GROUP BY host`,
  )
  const found = new Map(rows.map(([host, ...numbers]) => [String(host), numbers.map(Number)]))
  const faults: string[] = []
  for (const [host, { sent, required }] of loads.flatMap(load => [...load.senders])) {
    const [count = 0, different = 0, end = 0] = found.get(host) ?? []
    found.delete(host)
    if (count !== different) faults.push(`${host}: ${count - different} events are there twice`)
    if (end !== different) faults.push(`${host}: ${end - different} events are missing before the last one`)
    if (end < required || end > sent)
      faults.push(`${host}: ${end} events are there of ${sent}, of which ${required} were acknowledged`)
  }
  for (const host of found.keys()) faults.push(`${host}: never sent`)
  return faults
}

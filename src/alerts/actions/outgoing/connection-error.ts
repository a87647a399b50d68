/**
 * A connection error that names the host of the URL instead of the address it resolved to, as in `connect
 * ECONNREFUSED 10.0.0.1:80`.
 */
export function withoutAddresses(error: unknown, target: string): unknown {
  // Several addresses were tried.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  if (!(first instanceof Error && 'address' in first && 'syscall' in first && 'code' in first)) return first
  return new Error(`${first.syscall} ${first.code} ${target}`)
}

/** An error of a connection that names the host of the URL, not the address that it resolved to, as `connect ECONNREFUSED 10.0.0.1:80` does. */
export function withoutAddresses(error: unknown, target: string): unknown {
  // Several addresses were tried.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  if (!(first instanceof Error && 'address' in first && 'syscall' in first && 'code' in first)) return first
  return new Error(`${first.syscall} ${first.code} ${target}`)
}

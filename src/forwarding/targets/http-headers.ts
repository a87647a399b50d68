/** Headers of a body of this type, with the `Authorization` of the destination. */
export function headersOf(
  type: string,
  { authorization }: { authorization?: string },
): Record<string, string> {
  return { 'Content-Type': type, ...(authorization !== undefined && { Authorization: authorization }) }
}

/** The URL itself if its path ends like `path`, otherwise with `path` appended: `/loki/api/v1/push`. */
export function withPath(url: string, path: string): URL {
  const whole = new URL(url)
  const base = whole.pathname.replace(/\/+$/, '')
  whole.pathname = base.endsWith(path.slice(path.lastIndexOf('/'))) ? base : base + path
  return whole
}

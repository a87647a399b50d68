/** The media type of a Content-Type header in lower case, without its parameters; '' for an empty header. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The charset parameter of a Content-Type header; '' without one. */
export function charsetOf(contentType: string): string {
  return /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? ''
}

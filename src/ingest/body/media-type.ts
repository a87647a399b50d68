/** The media type of a Content-Type header in lower case, without its parameters; '' of an empty one. */
export function mediaTypeOf(contentType: string): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? ''
}

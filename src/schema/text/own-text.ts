/** V8 copies slices that are shorter than this. Longer ones refer to the text that they were cut from. */
const minSliceLength = 13

/**
 * The same text in memory of its own, for caches and other lists that outlive the text it was cut from: V8
 * keeps the whole text, for example a message of 64 KiB, as long as any slice of it exists.
 */
export function ownText(text: string): string {
  // The slice refers to the new text with the space, which is one unit longer.
  return text.length < minSliceLength ? text : ` ${text}`.slice(1)
}

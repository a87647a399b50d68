/** V8 copies slices that are shorter than this. Longer ones refer to the text that they were cut from. */
const minSliceLength = 13

/**
 * The same text in memory of its own, for caches and other lists that outlive the text it was cut from: V8
 * keeps the whole text, for example a message of 64 KiB, as long as any slice of it exists.
 */
export function ownText(text: string): string {
  // A copy through JSON has memory of its own, unlike a copy by concatenation or `slice`. It is a text, too.
  return text.length < minSliceLength ? text : (JSON.parse(JSON.stringify(text)) as string)
}

/**
 * Gives memory back that nobody needs any more, when it is all that its buffer has; its length is 0 then. Left to the garbage
 * collector, bodies of some hundred kilobytes make it mark the whole heap again for each few megabytes of them.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

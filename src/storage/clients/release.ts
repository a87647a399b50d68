/**
 * Frees an array's memory outside of the heap at once, since the garbage collector hardly notices it. The
 * array is empty afterwards. Does nothing to an array that shares its memory with others.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

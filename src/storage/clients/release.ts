/**
 * Frees memory outside of the heap at once, since the garbage collector hardly notices it. Only for an array
 * that owns its memory.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
